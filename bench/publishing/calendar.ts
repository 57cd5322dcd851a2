import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beginSession } from '#server/platform/session/tokens.ts'
import { buildPerson } from '#testing/people.ts'
import { fillMonth } from '../calendar.ts'
import type { Stand } from './stand.ts'

/** Opens a calendar of 1,500 posts ten times a second while something else is running. */
export type Calendar = { measure(): { stop(): Promise<string> } }

const EVERY_MS = 100

export const openCalendar = async (stand: Stand): Promise<Calendar> => {
  const client = new pg.Client({ connectionString: stand.config.DATABASE_URL })
  await client.connect()
  const projectId = await fillMonth(client)
  await client.end()
  const { agency_id: agencyId } = await stand.db
    .selectFrom('projects')
    .select('agency_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const admin = await buildPerson(
    stand.db,
    { projectId, agencyId, timezone: 'Europe/Berlin' },
    'agency-admin',
  )
  const { token } = await stand.db.transaction().execute(tx => beginSession(tx, admin.userId, new Date()))
  const url = `${await stand.startWeb()}/api/posts/schedules/${projectId}/2027-03-01/2027-03-31`
  const ask = async (): Promise<number> => {
    const begun = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the calendar answered ${answer.status}`)
    return performance.now() - begun
  }
  // A new process compiles code on its first calls.
  for (let n = 0; n < 30; n++) await ask()
  return { measure: () => measure(ask) }
}

const measure = (ask: () => Promise<number>) => {
  const taken: Promise<number>[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      taken.push(ask())
      await sleep(EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await asking
      const all = (await Promise.all(taken)).sort((a, b) => a - b)
      const at = (share: number) =>
        `${(all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0).toFixed(0)} ms`
      return `p50 ${at(0.5)}   p99 ${at(0.99)}   max ${at(1)}   (${all.length} calls)`
    },
  }
}

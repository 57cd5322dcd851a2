import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { type Calendar, describeSlowdown, describeTimes, openCalendar, type Times } from './calendar.ts'
import { buildCrowd, type Crowd, fillPosts } from './fill.ts'
import type { Report, Stand, Worker } from './stand.ts'

/** `large`: the share of posts that one agency owns; `hangs`: the share of calls that are never answered. */
export type Case = {
  readonly name: string
  readonly posts: number
  readonly rounds: number
  readonly hangs: number
  readonly large: number
  readonly calendar: boolean
}

const AGENCIES = 10
const PROJECTS = 25
const MINUTE = 60_000

/** Creates the posts, starts the workers, and reports how late everything was. */
export async function* runCase(stand: Stand, one: Case, workers: number): AsyncGenerator<string> {
  const crowd = await buildCrowd(stand.db, stand.config, { agencies: AGENCIES, projects: PROJECTS })
  const calendar = one.calendar ? await openCalendar(stand) : null
  // Created before the workers start, so that creating posts does not disturb the measurement.
  const due = await layOut(stand.db, crowd, one)
  const all: Worker[] = []
  for (let n = 0; n < workers; n++) all.push(await stand.startWorker(one.hangs))
  const idle = calendar ? await measureUntil(calendar, due) : []
  if (calendar) yield `calendar idle     ${describeTimes(idle)}`
  const during = calendar?.measure()
  await drain(stand.db, due, crowd)
  if (during) {
    const times = await during.stop()
    yield `calendar during   ${describeTimes(times)}`
    yield `calendar slower   ${describeSlowdown(idle, times)}`
  }
  const reports = await Promise.all(all.map(worker => worker.report()))
  yield* await figures(stand.db, one, crowd, reports)
  await Promise.all(all.map(worker => worker.stop()))
}

/** How long the preparation may take before the first post is due. */
const LEAD_MS = 12_000

const layOut = async (db: Db, crowd: Crowd, one: Case): Promise<Date> => {
  const [first = 0, ...others] = crowd.agencyIds
  const projects = (ids: readonly number[]) => ids.flatMap(id => crowd.projectsOf.get(id) ?? [])
  const owned = Math.round(one.posts * one.large)
  const hour = new Date((await databaseNow(db)).getTime() + 60 * MINUTE)
  for (let round = 0; round < one.rounds; round++) {
    const due = new Date(hour.getTime() + round * MINUTE)
    if (owned > 0)
      await fillPosts(db, {
        projectIds: projects([first]),
        count: owned,
        due,
        name: `Large ${round}`,
      })
    await fillPosts(db, {
      projectIds: projects(owned > 0 ? others : crowd.agencyIds),
      count: one.posts - owned,
      due,
      name: `Post ${round}`,
    })
  }
  const due = new Date((await databaseNow(db)).getTime() + LEAD_MS)
  await sql`update schedules set datetime = datetime - (${hour}::timestamptz - ${due}::timestamptz)
    where project_id = any(${[...crowd.projectsOf.values()].flat()})`.execute(db)
  return due
}

const measureUntil = async (calendar: Calendar, due: Date): Promise<Times> => {
  await sleep(2_000)
  const before = calendar.measure()
  await sleep(Math.max(0, due.getTime() - Date.now() - 500))
  return before.stop()
}

/** Waits until nothing is due or in flight, or nothing has changed for a minute. */
const drain = async (db: Db, due: Date, crowd: Crowd): Promise<void> => {
  const projectIds = [...crowd.projectsOf.values()].flat()
  const limit = due.getTime() + 6 * MINUTE
  for (;;) {
    const open = await sql<{ left: number }>`
      select (select count(*) from schedules where project_id = any(${projectIds}) and released_at is null and is_autoposting)::int
        + (select count(*) from publications where closed_at is null)::int as left`.execute(db)
    if ((open.rows[0]?.left ?? 0) === 0 || Date.now() > limit) return
    await sleep(1_000)
  }
}

type Late = { readonly ms: number; readonly agency_id: number; readonly hung: boolean }

const figures = async (db: Db, one: Case, crowd: Crowd, reports: readonly Report[]): Promise<string[]> => {
  const { rows } = await sql<Late & { message: string; due: Date; status: string }>`
    select extract(epoch from (u.closed_at - u.due_at)) * 1000 as ms, p.agency_id, o.message, u.due_at as due,
      u.status, u.looked_up_at is not null or u.response = 'No answer.' as hung
    from publications u join post_socials o on o.id = u.post_social_id join projects p on p.id = u.project_id
    where u.project_id = any(${[...crowd.projectsOf.values()].flat()})`.execute(db)
  const dueOf = new Map(rows.map(row => [row.message, row.due.getTime()]))
  const sent = reports.flatMap(report => report.sent)
  const early = sent.filter(({ text, at }) => at < (dueOf.get(text) ?? Number.POSITIVE_INFINITY))
  const twice = sent.length - new Set(sent.map(({ text }) => text)).size
  const live = rows.filter(row => row.status === 'live').length
  const queries = reports.reduce((sum, report) => sum + report.queries, 0)
  const cpu = reports.reduce((sum, report) => sum + report.cpuMs, 0)
  const small = rows.filter(row => row.agency_id !== crowd.agencyIds[0])
  return [
    `late (live)       ${lateness(rows.filter(row => !row.hung))}`,
    ...(one.large > 0 ? [`small agencies    ${lateness(small)}`] : []),
    ...(one.hangs > 0 ? [`those that hung   ${lateness(rows.filter(row => row.hung))}`] : []),
    `live ${live} of ${one.posts * one.rounds}   early ${early.length}   twice ${twice}   queries a post ${(queries / Math.max(1, rows.length)).toFixed(1)}   worker CPU ${(cpu / 1000).toFixed(1)} s`,
  ]
}

const lateness = (rows: readonly Late[]): string => {
  const all = rows.map(row => Number(row.ms)).sort((a, b) => a - b)
  const at = (share: number) =>
    `${((all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0) / 1000).toFixed(2)} s`
  return `p50 ${at(0.5)}   p95 ${at(0.95)}   p99 ${at(0.99)}   max ${at(1)}   (${all.length})`
}

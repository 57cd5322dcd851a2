import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { line } from '../figures.ts'
import { load } from '../load.ts'
import { removeStage, type Stage, signIn, startStage, withDatabase } from '../stage.ts'
import { fillGroup, fillList, type Group, publishAll } from './fill.ts'

const ROWS = 5_000
const READER = 'ada@bluebird.example'

/** Notifications of one minute, until they lie in the sandbox's mail box, and the list under the bell of somebody who has thousands. */
export async function* mailsSection({ seconds }: { seconds: number }): AsyncGenerator<string> {
  const stage = await startStage()
  try {
    const [atOnce, hourly] = await withDatabase(stage, async client => [
      await fillGroup(client, 'atonce', 1),
      await fillGroup(client, 'hourly', 2),
    ])
    yield `  (${atOnce.posts + hourly.posts} things that 1,000 people in 100 projects are notified of, in two halves)`
    yield* burst(stage, atOnce)
    yield* burst(stage, hourly)
    yield* listFigures(stage, seconds)
  } finally {
    await stage.stop()
    await removeStage(stage)
  }
}

async function* burst(stage: Stage, group: Group): AsyncGenerator<string> {
  const isHourly = group.name === 'hourly'
  const figures = await withDatabase(stage, async client => {
    const begun = performance.now()
    await publishAll(client, group)
    await until(client, 'select 1 from events where not is_told limit 1')
    const notified = performance.now() - begun
    // The end of the hour.
    const due = performance.now()
    if (isHourly) await client.query('update notifications set mail_at = now() where mail_at is not null')
    await until(client, 'select 1 from notifications where mail_at <= now() limit 1')
    const written = performance.now() - (isHourly ? due : begun)
    await until(client, "select 1 from outgoing_mails where status = 'queued' limit 1")
    return { notified, written, sent: performance.now() - (isHourly ? due : begun) }
  })
  const { mails, posts } = await readBox(stage, group)
  const name = isHourly ? 'digests of an hour' : 'at once'
  yield line(`${name}: ${group.posts} are in the bells`, figures.notified / 1000, ' s')
  yield line(`${name}: their mails are written`, figures.written / 1000, ' s')
  yield line(`${name}: they lie in the mail box`, figures.sent / 1000, ' s', {
    more: `${mails} mails, ${posts} of ${group.posts} posts once`,
    aim: { most: 60 },
  })
}

/** Waits until the query finds nothing. */
const until = async (client: Client, found: string): Promise<void> => {
  while ((await client.query(found)).rowCount !== 0) await sleep(100)
}

/** How many mails the people of the group have, and how many posts are named in exactly one of them. */
const readBox = async ({ sandboxUrl }: Stage, { emails }: Group) => {
  let mails = 0
  const named = new Map<string, number>()
  for (const email of emails) {
    const answer = await fetch(`${sandboxUrl}/sandbox/mails?to=${encodeURIComponent(email)}`)
    const found = (await answer.json()) as readonly { readonly text: string }[]
    mails += found.length
    for (const { text } of found)
      for (const [post] of text.matchAll(/\[post \d+\]/g)) named.set(post, (named.get(post) ?? 0) + 1)
  }
  return { mails, posts: [...named.values()].filter(times => times === 1).length }
}

async function* listFigures(stage: Stage, seconds: number): AsyncGenerator<string> {
  await withDatabase(stage, async client => {
    await fillList(client, READER, 1, ROWS)
    await client.query('analyze')
  })
  const authorization = `Bearer ${await signIn(stage, READER)}`
  for (const [name, path] of [
    [`the bell's list of ${ROWS}, p99`, '/notifications'],
    ['only the unread ones, p99', '/notifications?is_unread=true'],
    ['the number on the bell, p99', '/notifications/unread'],
  ] as const) {
    const url = `${stage.url}/api${path}`
    const { p50, p99, perSecond, failed } = await load({ url, headers: { authorization } }, { seconds })
    const more = `p50 ${p50.toFixed(1)} ms, ${perSecond.toFixed(0)} req/s${failed > 0 ? `, ${failed} FAILED` : ''}`
    yield line(name, p99, ' ms', { more, aim: { most: 50 } })
  }
}

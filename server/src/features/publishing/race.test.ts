import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopPost } from '#domain/schedules/stop-contract.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, buildPerson } from '#testing/people.ts'
import { buildCrowd, fillPosts } from '../../../../bench/publishing/fill.ts'
import { makePublisher, type Publisher } from './engine/publisher.ts'
import { startSweeper, sweep } from './engine/worker.ts'

let kit: TestApp
const closes: (() => Promise<void>)[] = []
beforeEach(async () => {
  kit = await startTestApp({
    routes: scheduleRoutes,
    config: { TOKEN_KEY: randomBytes(32).toString('hex') },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closes.splice(0)) await close()
  await kit.close()
})

/** Networks that answer after a moment; `sent` lists every call, by text. */
const countingNetworks = () => {
  const sent: string[] = []
  const network: NetworkAdapter = {
    prepare: async () => ({ kind: 'ready' }),
    send: async ({ content }) => {
      const externalId = String(sent.push(content.message))
      await sleep(Math.random() * 20)
      return { kind: 'published', externalId, permalink: 'https://network.example/', response: 'ok' }
    },
    lookUp: async () => ({ kind: 'absent' }),
    findPermalink: async () => null,
    addFirstComment: async () => ({ kind: 'not_added', response: 'no' }),
  }
  const networks: NetworkAdapters = {
    facebook: network,
    instagram: network,
    linkedin: network,
    twitter: network,
  }
  return { networks, sent }
}

/** A worker with its own connections. */
const makeWorker = (networks: NetworkAdapters, own: Partial<Publisher> = {}): Publisher => {
  const { db, close } = openDatabase({
    url: kit.url,
    max: 3,
    log: kit.services.log,
    connectTimeoutMs: 120_000,
  })
  closes.push(close)
  return makePublisher({ ...kit.services, db }, { networks, ...own })
}

const fill = async (count: number, due: Date): Promise<void> => {
  const { projectsOf } = await buildCrowd(kit.db, kit.services.config, { agencies: 5, projects: 10 })
  await fillPosts(kit.db, { projectIds: [...projectsOf.values()].flat(), count, due, name: 'Raced' })
}

const countOpen = async (): Promise<number> => {
  const { rows } = await sql<{ open: number }>`
    select ((select count(*) from schedules where released_at is null and deleted_at is null)
      + (select count(*) from publications where closed_at is null))::int as open`.execute(kit.db)
  return rows[0]?.open ?? 0
}

it.each([
  [2, 1_000],
  [8, 5_000],
])('%i workers send each of %i posts once', { timeout: 900_000 }, async (count, posts) => {
  await fill(posts, new Date(Date.now() - 1_000))
  const { networks, sent } = countingNetworks()
  const workers = Array.from({ length: count }, () => {
    const publisher = makeWorker(networks)
    return startSweeper(publisher.services, publisher)
  })
  while ((await countOpen()) > 0) await sleep(200)
  await Promise.all(workers.map(worker => worker.stop()))
  expect(sent).toHaveLength(posts)
  expect(new Set(sent).size).toBe(posts)
  const live = await kit.db.selectFrom('post_socials').select('id').where('status', '=', 'live').execute()
  expect(live).toHaveLength(posts)
})

/** `STOPS=10000` for as many as the product promises. */
const stops = Number(process.env.STOPS ?? 300)

it(`Nothing of ${stops} posts that are stopped while they come due is sent after the answer`, async () => {
  await fill(stops, new Date(Date.now() + 500))
  const posts = await kit.db.selectFrom('post_socials').select(['post_id', 'message']).execute()
  const person = await buildPerson(kit.db, (await buildCast(kit.db)).project, 'super-admin')
  const { networks, sent } = countingNetworks()
  const workers = [1, 2].map(() => {
    const publisher = makeWorker(networks)
    return startSweeper(publisher.services, publisher)
  })
  const answers = { stopped: 0, sending: 0, live: 0 }
  const stop = async ({ post_id: postId, message }: (typeof posts)[number]) => {
    const { status, data, code } = await kit.ask(person, stopPost, { params: { postId } })
    if (status === 200) {
      expect(data.still_sending).toEqual([])
      expect(sent).not.toContain(message)
      answers.stopped++
    } else if (code === 'being_published') answers.sending++
    else if (code === 'already_live') answers.live++
    else throw new Error(`stopping answered ${status} ${code}`)
    return status === 200 ? [message] : []
  }
  const shuffled = posts.map(post => ({ post, at: Math.random() })).sort((one, other) => one.at - other.at)
  const stopped: string[] = []
  for (let from = 0; from < stops; from += 10)
    stopped.push(...(await Promise.all(shuffled.slice(from, from + 10).map(({ post }) => stop(post)))).flat())
  while ((await countOpen()) > 0) await sleep(100)
  await Promise.all(workers.map(worker => worker.stop()))
  expect(sent.filter(message => stopped.includes(message))).toEqual([])
  expect(sent).toHaveLength(stops - stopped.length)
  // Both happen, or the race has proved nothing.
  expect(answers.stopped).toBeGreaterThan(0)
  expect(answers.sending + answers.live).toBeGreaterThan(0)
}, 900_000)

it.each([
  ['two hours fast', 2],
  ['two hours slow', -2],
])('A worker whose clock is %s sends nothing early, late or twice', async (_name, hours) => {
  // Early enough for a clock that is fast, and out of reach of the right clock however slow the machine is.
  const due = new Date(Date.now() + 3_600_000)
  await fill(50, due)
  const { networks, sent } = countingNetworks()
  const right = makeWorker(networks)
  const skewed = makeWorker(networks)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  for (let turn = 0; turn < 3; turn++) await sweep(skewed)
  expect(sent).toEqual([])
  // The database's clock decides that it is time, whatever the workers' clocks say.
  await sql`update schedules set datetime = clock_timestamp()`.execute(kit.db)
  while ((await countOpen()) > 0) await sweep(skewed)
  vi.useRealTimers()
  await sweep(right)
  expect(sent).toHaveLength(50)
  expect(new Set(sent).size).toBe(50)
})

it('A worker’s clock does not shorten another worker’s lease', async () => {
  await fill(20, new Date(Date.now() - 1_000))
  const { networks, sent } = countingNetworks()
  let release = (): void => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const slow: NetworkAdapters = {
    ...networks,
    ...Object.fromEntries(
      (['facebook', 'linkedin', 'twitter'] as const).map(name => [
        name,
        { ...networks[name], prepare: () => held.then(() => ({ kind: 'ready' as const })) },
      ]),
    ),
  }
  const first = sweep(makeWorker(slow))
  const taken = kit.db.selectFrom('publications').select('id').where('lease_until', 'is not', null)
  await expect.poll(async () => (await taken.execute()).length).toBe(20)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
  await sweep(makeWorker(networks))
  expect(sent).toEqual([])
  vi.useRealTimers()
  release()
  await first
  expect(new Set(sent).size).toBe(20)
  expect(sent).toHaveLength(20)
})

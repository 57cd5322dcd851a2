import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { stopPost } from '#domain/schedules/stop-contract.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import { buildCast, buildPerson } from '#testing/people.ts'
import { countingNetworks, useRace } from '#testing/publishing/race.ts'
import { startSweeper, sweep } from './engine/worker.ts'

const race = useRace()
const { makeWorker, fill, countOpen } = race

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
  const live = await race
    .kit()
    .db.selectFrom('post_socials')
    .select('id')
    .where('status', '=', 'live')
    .execute()
  expect(live).toHaveLength(posts)
})

/** `STOPS=10000` for as many as the product promises. */
const stops = Number(process.env.STOPS ?? 300)

it(`Nothing of ${stops} posts that are stopped while they come due is sent after the answer`, async () => {
  await fill(stops, new Date(Date.now() + 500))
  const posts = await race.kit().db.selectFrom('post_socials').select(['post_id', 'message']).execute()
  const person = await buildPerson(race.kit().db, (await buildCast(race.kit().db)).project, 'super-admin')
  const { networks, sent } = countingNetworks()
  const workers = [1, 2].map(() => {
    const publisher = makeWorker(networks)
    return startSweeper(publisher.services, publisher)
  })
  const answers = { stopped: 0, sending: 0, live: 0 }
  const stop = async ({ post_id: postId, message }: (typeof posts)[number]) => {
    const { status, data, code } = await race.kit().ask(person, stopPost, { params: { postId } })
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
  await sql`update schedules set datetime = clock_timestamp()`.execute(race.kit().db)
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
  const taken = race.kit().db.selectFrom('publications').select('id').where('lease_until', 'is not', null)
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

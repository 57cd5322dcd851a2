import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { listMissedPosts, pauseClient, resumeClient } from '#domain/publishing/pauses-contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildCast, buildPerson } from '#testing/people.ts'
import { countingNetworks, useRace } from '#testing/publishing/race.ts'
import { startSweeper, sweep } from './engine/worker.ts'

const race = useRace()

/** `PAUSES=10000` for as many posts as the product promises; `PAUSE_SEED` draws other moments. */
const posts = Number(process.env.PAUSES ?? 300)
const seed = Number(process.env.PAUSE_SEED ?? 1)
const OF_CLIENT = 6

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const drawing = (from: number) => {
  let state = from
  return (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const body = { reason: 'A recall', ends_at: null, tells_clients: false }

/** A client with the texts of its posts. `mayGo`: had gone out, or was named as being sent, when the pause was acknowledged. */
type Acknowledged = {
  readonly projectId: number
  readonly pauseId: number
  readonly own: readonly string[]
  readonly mayGo: ReadonlySet<string>
  readonly sentBefore: number
}

type Post = { readonly post_id: number; readonly message: string; readonly project_id: number }

/**
 * The posts of a client that is paused while it is sent: a third goes ahead, and the rest sets out shortly before the pause, each after a
 * drawn moment, so that they race whatever the machine is busy with.
 */
const makeStarts = (racing: ReadonlySet<number>, rows: readonly Post[]) => {
  const draw = drawing(seed)
  const projectOf = new Map(rows.map(({ message, project_id }) => [message, project_id]))
  const begun = new Map<number, number>()
  const pausing = new Set<number>()
  const preparing = async (message: string): Promise<void> => {
    const projectId = projectOf.get(message) ?? 0
    const turn = begun.get(projectId) ?? 0
    begun.set(projectId, turn + 1)
    if (!racing.has(projectId) || turn < OF_CLIENT / 3) return
    while (!pausing.has(projectId)) await sleep(5)
    await sleep(draw() * 40)
  }
  /** Lets the rest set out; the pause follows a drawn moment later. */
  const go = async (projectId: number): Promise<void> => {
    pausing.add(projectId)
    await sleep(draw() * 120)
  }
  return { preparing, go }
}

const startRace = async () => {
  const projectIds = await race.fill(posts, new Date(Date.now() + 500), {
    agencies: 1,
    projects: Math.ceil(posts / OF_CLIENT),
  })
  const { db, ask } = race.kit()
  const rows = await db.selectFrom('post_socials').select(['post_id', 'message', 'project_id']).execute()
  const ownOf = Map.groupBy(rows, row => row.project_id)
  const person = await buildPerson(db, (await buildCast(db)).project, 'super-admin')
  const share = Math.ceil(projectIds.length / 8)
  const racing = projectIds.slice(share, -share)
  const { preparing, go } = makeStarts(new Set(racing), rows)
  const { networks, sent } = countingNetworks(preparing)
  const pause = async (projectId: number): Promise<Acknowledged> => {
    const { status, data } = await ask(person, pauseClient, { params: { projectId }, body })
    // Nothing between the answer and this: what is sent from here on must have been named in it.
    const before = new Set(sent)
    expect(status).toBe(200)
    const named = new Set(data.still_sending.map(({ post_id }) => post_id))
    const own = ownOf.get(projectId) ?? []
    const went = own.filter(({ message }) => before.has(message))
    const may = own.filter(({ post_id, message }) => before.has(message) || named.has(post_id))
    return {
      projectId,
      pauseId: data.pause_id,
      own: own.map(({ message }) => message),
      mayGo: new Set(may.map(({ message }) => message)),
      sentBefore: went.length,
    }
  }
  return {
    person,
    networks,
    sent,
    pause,
    pauseRacing: async (projectId: number): Promise<Acknowledged> => {
      const isOwn = new Set((ownOf.get(projectId) ?? []).map(({ message }) => message))
      while (!sent.some(message => isOwn.has(message))) await sleep(5)
      await go(projectId)
      return pause(projectId)
    },
    racing,
    before: projectIds.slice(0, share),
    after: projectIds.slice(-share),
  }
}

/** Three at a time: the others' posts wait for their own pause. */
const threeAtATime = async <In, Out>(all: readonly In[], run: (one: In) => Promise<Out>): Promise<Out[]> => {
  const done: Out[] = []
  for (let from = 0; from < all.length; from += 3)
    done.push(...(await Promise.all(all.slice(from, from + 3).map(run))))
  return done
}

const resumeAll = async (person: TestPerson, all: readonly Acknowledged[]): Promise<number[]> => {
  const { ask } = race.kit()
  const missed: number[] = []
  for (const { projectId, pauseId } of all) {
    const params = { projectId }
    expect((await ask(person, resumeClient, { params, body: { pause_id: pauseId } })).status).toBe(200)
    missed.push((await ask(person, listMissedPosts, { params })).data.count)
  }
  return missed
}

it(`Nothing of ${posts} posts whose clients are paused before, while and after they are sent goes out after the answer`, async () => {
  const { person, networks, sent, pause, ...clients } = await startRace()
  const early = await Promise.all(clients.before.map(pause))
  const workers = [1, 2, 3].map(() => {
    const publisher = race.makeWorker(networks)
    return startSweeper(publisher.services, publisher)
  })
  const pausing = threeAtATime(clients.racing, clients.pauseRacing)
  while (sent.length === 0) await sleep(5)
  // One worker ends between, and the others take over what it had claimed.
  await workers[0]?.stop()
  const during = await pausing
  while ((await race.countOpen()) > 0) await sleep(50)
  const late = await Promise.all(clients.after.map(pause))
  const all = [...early, ...during, ...late]
  // Resumed: nothing goes out late by itself, and all that did not go out is asked about.
  const missed = await resumeAll(person, all)
  for (let turn = 0; turn < 3; turn++) await sweep(race.makeWorker(networks))
  await Promise.all(workers.map(worker => worker.stop()))

  const went = new Set(sent)
  expect(went.size).toBe(sent.length)
  expect(all.flatMap(({ own, mayGo }) => own.filter(text => went.has(text) && !mayGo.has(text)))).toEqual([])
  expect(missed).toEqual(all.map(({ own }) => own.filter(text => !went.has(text)).length))
  // All three happen, or the race has proved nothing.
  expect(early.map(({ sentBefore }) => sentBefore)).toEqual(early.map(() => 0))
  expect(late.map(({ sentBefore, own }) => own.length - sentBefore)).toEqual(late.map(() => 0))
  const amidst = during.filter(({ sentBefore, own }) => sentBefore > 0 && sentBefore < own.length)
  expect(amidst.length).toBeGreaterThan(during.length / 4)
}, 900_000)

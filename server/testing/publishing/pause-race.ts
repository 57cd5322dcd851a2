import { setTimeout as sleep } from 'node:timers/promises'
import { listMissedPosts, pauseClient, resumeClient } from '#domain/publishing/pauses-contract.ts'
import { buildCast, buildPerson } from '#testing/people.ts'
import { countingNetworks, type useRace } from './race.ts'

const OF_CLIENT = 6
const body = { reason: 'A recall', ends_at: null, tells_clients: false }

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export const drawing = (from: number) => {
  let state = from
  return (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A client with the texts of its posts. `mayGo`: had gone out, or was named as being sent, when the pause was acknowledged. */
type Acknowledged = {
  readonly projectId: number
  readonly pauseId: number
  readonly own: readonly string[]
  readonly mayGo: ReadonlySet<string>
  readonly sentBefore: number
}

/** What is wrong, in words; and how many clients were paused while theirs were being sent, of how many. */
export type WaveResult = {
  readonly violations: readonly string[]
  readonly amidst: number
  readonly racing: number
}

/**
 * The posts of a client that is paused while it is sent: a third goes ahead, and the rest sets out shortly before the pause, each after a
 * drawn moment, so that they race whatever the machine is busy with.
 */
const makeStarts = (draw: () => number) => {
  const projectOf = new Map<string, number>()
  const racing = new Set<number>()
  /** The texts that go ahead: those of a client that set out first, also when a worker was killed and another prepares them again. */
  const ahead = new Map<number, Set<string>>()
  const pausing = new Set<number>()
  const preparing = async (message: string): Promise<void> => {
    const projectId = projectOf.get(message) ?? 0
    const own = ahead.get(projectId) ?? new Set()
    ahead.set(projectId, own)
    if (own.size < OF_CLIENT / 3) own.add(message)
    if (!racing.has(projectId) || own.has(message)) return
    while (!pausing.has(projectId)) await sleep(5)
    await sleep(draw() * 40)
  }
  /** Lets the rest set out; the pause follows a drawn moment later. */
  const go = async (projectId: number): Promise<void> => {
    pausing.add(projectId)
    await sleep(draw() * 120)
  }
  return { projectOf, racing, preparing, go }
}

/** Three at a time: the others' posts wait for their own pause. */
const threeAtATime = async <In, Out>(all: readonly In[], run: (one: In) => Promise<Out>): Promise<Out[]> => {
  const done: Out[] = []
  for (let from = 0; from < all.length; from += 3)
    done.push(...(await Promise.all(all.slice(from, from + 3).map(run))))
  return done
}

/**
 * Clients that are paused before, while and after their posts are sent. A wave is one set of clients: many posts are several waves, because
 * each post that waits for its client's pause takes up one of the publisher's places. `reachingMs`: how long a call is on its way at most;
 * a pause that is acknowledged meanwhile must have named the post.
 */
export const makePauseRace = (race: ReturnType<typeof useRace>, seed: number, reachingMs = 0) => {
  const draw = drawing(seed)
  const { projectOf, racing, preparing, go } = makeStarts(draw)
  const reaching = () => sleep(draw() * reachingMs)
  const { networks, sent } = countingNetworks({ preparing, ...(reachingMs > 0 && { reaching }) })
  const makePerson = async () => {
    const { db } = race.kit()
    return buildPerson(db, (await buildCast(db)).project, 'super-admin')
  }
  let person: ReturnType<typeof makePerson> | null = null
  const asAdmin = () => (person ??= makePerson())

  const pause = async (projectId: number, own: readonly { post_id: number; message: string }[]) => {
    const admin = await asAdmin()
    const { status, data } = await race.kit().ask(admin, pauseClient, { params: { projectId }, body })
    // Nothing between the answer and this: what is sent from here on must have been named in it.
    const before = new Set(sent)
    if (status !== 200) throw new Error(`The pause was refused: ${status}`)
    const named = new Set(data.still_sending.map(({ post_id }) => post_id))
    const may = own.filter(({ post_id, message }) => before.has(message) || named.has(post_id))
    return {
      projectId,
      pauseId: data.pause_id,
      own: own.map(({ message }) => message),
      mayGo: new Set(may.map(({ message }) => message)),
      sentBefore: own.filter(({ message }) => before.has(message)).length,
    }
  }

  const fill = async (count: number, name: string) => {
    const size = { agencies: 1, projects: Math.ceil(count / OF_CLIENT) }
    // Due once the first clients are paused: workers may be at it already.
    const projectIds = await race.fill(count, new Date(Date.now() + 3_600_000), size, name)
    const posts = await race
      .kit()
      .db.selectFrom('post_socials')
      .select(['post_id', 'message', 'project_id'])
      .where('project_id', 'in', projectIds)
      .execute()
    for (const { message, project_id } of posts) projectOf.set(message, project_id)
    const ownOf = Map.groupBy(posts, post => post.project_id)
    return projectIds.map(projectId => ({ projectId, own: ownOf.get(projectId) ?? [] }))
  }
  type Client = Awaited<ReturnType<typeof fill>>[number]

  const makeDue = async (clients: readonly Client[]): Promise<void> => {
    await race
      .kit()
      .db.updateTable('schedules')
      .set({ datetime: new Date() })
      .where(
        'project_id',
        'in',
        clients.map(({ projectId }) => projectId),
      )
      .execute()
  }

  const pauseAll = (clients: readonly Client[]): Promise<Acknowledged[]> =>
    Promise.all(clients.map(({ projectId, own }) => pause(projectId, own)))
  const pauseRacing = async ({ projectId, own }: Client): Promise<Acknowledged> => {
    const texts = new Set(own.map(({ message }) => message))
    while (!sent.some(message => texts.has(message))) await sleep(5)
    await go(projectId)
    return pause(projectId, own)
  }

  /** Resumes each. @returns how many posts of it are asked about */
  const resumeAll = async (all: readonly Acknowledged[]): Promise<number[]> => {
    const missed: number[] = []
    for (const { projectId, pauseId } of all) {
      const { ask } = race.kit()
      const params = { projectId }
      const resumed = await ask(await asAdmin(), resumeClient, { params, body: { pause_id: pauseId } })
      if (resumed.status !== 200) throw new Error(`The end of the pause was refused: ${resumed.status}`)
      missed.push((await ask(await asAdmin(), listMissedPosts, { params })).data.count)
    }
    return missed
  }

  /** What was being sent when a worker died, and then was not found, fails as unconfirmed: a person looks before it is sent again. */
  const countUnconfirmed = async (projectId: number): Promise<number> => {
    const rows = await race
      .kit()
      .db.selectFrom('publications')
      .select('id')
      .where('project_id', '=', projectId)
      .where('status', '=', 'failed')
      .execute()
    return rows.length
  }

  const judge = async (
    groups: readonly (readonly Acknowledged[])[],
    missed: readonly number[],
  ): Promise<WaveResult> => {
    const [early = [], during = [], late = []] = groups
    const all = groups.flat()
    const went = new Set(sent)
    const violations = all.flatMap(({ own, mayGo }) =>
      own.filter(text => went.has(text) && !mayGo.has(text)).map(text => `sent after the answer: ${text}`),
    )
    if (went.size !== sent.length) violations.push(`${sent.length - went.size} posts were sent twice`)
    for (const [index, { projectId, own }] of all.entries()) {
      const waiting = own.filter(text => !went.has(text)).length - (await countUnconfirmed(projectId))
      if (missed[index] !== waiting)
        violations.push(`asked about ${missed[index]} of ${waiting} posts of client ${projectId}`)
    }
    // All three happen, or the race has proved nothing.
    if (early.some(({ sentBefore }) => sentBefore > 0)) violations.push('a first client was paused too late')
    if (late.some(({ sentBefore, own }) => sentBefore < own.length))
      violations.push('a last client was paused too early')
    const amidst = during.filter(({ sentBefore, own }) => sentBefore > 0 && sentBefore < own.length).length
    return { violations, amidst, racing: during.length }
  }

  return {
    networks,
    sent,
    /** `workers`: starts them once the first clients are paused. `finish`: sends whatever may go after all are resumed. */
    runWave: async (
      count: number,
      name: string,
      { workers, finish }: { readonly workers: () => void; readonly finish: () => Promise<void> },
    ): Promise<WaveResult> => {
      const clients = await fill(count, name)
      const share = Math.ceil(clients.length / 8)
      for (const { projectId } of clients.slice(share, -share)) racing.add(projectId)
      const early = await pauseAll(clients.slice(0, share))
      await makeDue(clients)
      workers()
      const during = await threeAtATime(clients.slice(share, -share), pauseRacing)
      while ((await race.countOpen()) > 0) await sleep(50)
      const late = await pauseAll(clients.slice(-share))
      const missed = await resumeAll([...early, ...during, ...late])
      await finish()
      return judge([early, during, late], missed)
    },
  }
}

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { type Board, getBoard } from '#domain/publishing/board-contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { type TestApp, type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { billedConfig } from '#testing/billing/subscriptions.ts'
import { writesOf } from '#testing/calendar-writes.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { boardWritesOf } from '#testing/publishing/board-writes.ts'
import { findBoardClients } from './board-clients.ts'
import { makeBoard } from './board-rows.ts'
import { nextTurn } from './kept-clients.ts'
import { boardRoutes } from './routes.ts'

const routes = [
  ...[...boardRoutes, ...postRoutes, ...writingRoutes, ...scheduleRoutes],
  ...[...approvalRoutes, ...publishingRoutes],
]
const kit = useTestApp({ routes, config: { ...billedConfig } })
const HOUR = 3_600_000
const AT_A_TIME = 6

/** A second web process on the same database: what it keeps is its own. */
let second: Pick<TestApp, 'app'>
let endSecond: () => Promise<void>
beforeAll(async () => {
  const { db, close } = openDatabase({ url: kit.url, max: 2, log: kit.services.log })
  const app = await buildApp({ ...kit.services, db }, boardRoutes, { checkOutput: true })
  second = { app }
  endSecond = async () => {
    await app.close()
    await close()
  }
})
afterAll(() => endSecond())

/** Reads the board of these people like pages that keep theirs open. */
const reader = ({ app }: Pick<TestApp, 'app'>) => {
  const shown = new Map<number, { revision: string; board: Board }>()
  return async (person: TestPerson) => {
    const known = shown.get(person.userId)
    const url = `/api${getBoard.path}${known ? `?known=${encodeURIComponent(known.revision)}` : ''}`
    const headers = { authorization: `Bearer ${await kit.tokenOf(person)}` }
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(200)
    const { revision, board } = answer.json<{ data: { revision: string; board: Board | null } }>().data
    const isSame = board === null
    if (board) shown.set(person.userId, { revision, board })
    return { board: board ?? known?.board, isSame }
  }
}

/** The same board made from nothing. */
const makeAnew = async ({ userId, name }: TestPerson) => {
  const person = { userId, name, sessionId: 0, isSuperAdmin: false }
  const clients = await findBoardClients(kit.db, person, kit.services.config.publicUrl)
  if (clients.length === 0) return { clients: [], labels: [], rows: [] }
  const { isCut, ...made } = await makeBoard({ ...kit, now: kit.clock.now() }, clients)
  expect(isCut).toBe(false)
  return made
}

const statuses = ['draft', 'approved', 'pending_internal_approval', 'pending_external_approval'] as const

const plan = (cast: Cast, hours: number, status: PostSocialStatus) =>
  buildPost(kit.db, cast.project, {
    type: 'text',
    status,
    schedule: localOf(new Date(testNow.getTime() + hours * HOUR), cast.project.timezone),
    createdBy: cast.creator.userId,
  })

describe('A kept board', () => {
  it('is after any writes, at any time and in every process, what a board made from nothing is', {
    timeout: 240_000,
  }, async () => {
    const all = (cast: Cast) => ({ ...writesOf(kit, cast), ...boardWritesOf(kit, cast) })
    type Writes = ReturnType<typeof all>
    const kinds = Object.keys(all(await buildCast(kit.db))) as (keyof Writes)[]
    const write = fc.tuple(fc.constantFrom(...kinds), fc.nat({ max: 200 }))
    // Each kind twice, a few at a time, since some leave nothing to change; then any.
    const examples = [3, 4].flatMap(n =>
      Array.from({ length: Math.ceil(kinds.length / AT_A_TIME) }, (_, part): [[keyof Writes, number][]] => [
        kinds.slice(part * AT_A_TIME, (part + 1) * AT_A_TIME).map(kind => [kind, n]),
      ]),
    )
    let [reads, same] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 12, maxLength: 24 }), async writes => {
        kit.clock.set(testNow)
        const cast = await buildCast(kit.db, { connected: ['facebook', 'instagram'] })
        const neighbour = await buildProject(kit.db, { agencyId: cast.project.agencyId })
        const colleague = await buildPerson(kit.db, neighbour, 'content-creator')
        for (const hours of [0.5, 9 * 24, 10 * 24])
          for (const status of statuses) await plan(cast, hours, status)
        await plan({ ...cast, project: neighbour }, 5, 'approved')
        await plan({ ...cast, project: cast.elsewhere }, 5, 'approved')
        const doing = all(cast)
        const readers = [reader(kit), reader(second)]
        for (const [kind, n] of writes) {
          await doing[kind](n)
          const others = [cast.creator, colleague, cast.stranger]
          for (const person of [cast.admin, others[n % others.length] ?? colleague]) {
            const expected = await makeAnew(person)
            for (const read of readers) {
              const { board, isSame } = await read(person)
              expect(board, `after ${kind} ${n}`).toMatchObject(expected)
              expect(board?.rows.length).toBe(expected.rows.length)
              reads++
              if (isSame) same++
            }
          }
        }
        await boardWritesOf(kit, cast).releaseAll()
        await kit.db.deleteFrom('network_limits').execute()
      }),
      { numRuns: Number(process.env.BOARD_RUNS ?? examples.length + 3), examples, endOnFailure: true },
    )
    // A board that is always sent again would prove little.
    expect(same).toBeGreaterThan(reads / 3)
  })

  it('shows within a minute what its revision leaves out', async () => {
    kit.clock.set(testNow)
    const cast = await buildCast(kit.db)
    await plan(cast, 5, 'pending_internal_approval')
    const read = reader(kit)
    await read(cast.admin)
    await kit.db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', cast.admin.userId).execute()
    const { date } = localOf(new Date(testNow.getTime() + 5 * HOUR), cast.project.timezone)
    const label = { text: 'Launch', color: '#123456', start_at: date, end_at: date }
    await kit.db
      .insertInto('day_labels')
      .values({ project_id: cast.project.projectId, ...label })
      .execute()
    kit.clock.advance(60_000)
    const { board } = await read(cast.admin)
    expect(board?.labels).toEqual(['Launch'])
    expect(board?.people.map(({ name }) => name)).toEqual(['Renamed'])
  })

  it('names nobody of the agency that has handed the client over', async () => {
    kit.clock.set(testNow)
    const cast = await buildCast(kit.db)
    // Without access to the account, an admin has to act.
    await plan(cast, 5, 'approved')
    const read = reader(kit)
    const actors = async (person: TestPerson) =>
      (await read(person)).board?.rows.flatMap(({ acts }) => acts.map(({ id }) => id))
    expect(await actors(cast.admin)).toEqual([cast.admin.userId])
    await kit.db
      .updateTable('projects')
      .set({ agency_id: cast.elsewhere.agencyId })
      .where('id', '=', cast.project.projectId)
      .execute()
    expect(await actors(cast.stranger)).toEqual([cast.stranger.userId])
    expect(await actors(cast.admin)).toEqual([])
  })

  it('is made shortly before its turn while somebody looks, without making anybody wait', async () => {
    kit.clock.set(testNow)
    const cast = await buildCast(kit.db)
    await plan(cast, 5, 'approved')
    const read = reader(kit)
    const labels = async () => (await read(cast.creator)).board?.labels
    await labels()
    const { date } = localOf(new Date(testNow.getTime() + 5 * HOUR), cast.project.timezone)
    await kit.db
      .insertInto('day_labels')
      .values({
        project_id: cast.project.projectId,
        text: 'Launch',
        color: '#123456',
        start_at: date,
        end_at: date,
      })
      .execute()
    const turn = nextTurn(cast.project.projectId, testNow.getTime())
    expect(turn - testNow.getTime()).toBeLessThanOrEqual(60_000)
    kit.clock.set(new Date(turn - 10_001))
    expect(await labels()).toEqual([])
    kit.clock.set(new Date(turn - 10_000))
    expect(await labels()).toEqual([])
    await expect.poll(labels, { timeout: 30_000 }).toEqual(['Launch'])
  })

  it('changes at the very instants at which its lines do, and with a clock that is set back', async () => {
    kit.clock.set(testNow)
    const cast = await buildCast(kit.db)
    await boardWritesOf(kit, cast).storeAccess(1)
    await plan(cast, 1, 'approved')
    const due = testNow.getTime() + HOUR
    const read = reader(kit)
    const riskAt = async (ms: number) => {
      kit.clock.set(new Date(ms))
      return (await read(cast.admin)).board?.rows[0]?.risk
    }
    expect(await riskAt(due)).toBe('green')
    expect(await riskAt(due + HOUR)).toBe('green')
    expect(await riskAt(due + HOUR + 1)).toBe('red')
    expect(await riskAt(due + HOUR)).toBe('green')
  })

  it('is made once for everybody who asks at the same moment', async () => {
    kit.clock.set(testNow)
    const cast = await buildCast(kit.db)
    await plan(cast, 5, 'approved')
    const read = reader(kit)
    const boards = await Promise.all(
      Array.from({ length: 8 }, (_, n) => read(n % 2 ? cast.admin : cast.creator)),
    )
    for (const { board } of boards) expect(board?.rows).toEqual(boards[0]?.board?.rows)
    expect((await read(cast.admin)).isSame).toBe(true)
  })
})

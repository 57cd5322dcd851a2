import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createNote } from '#domain/notes/contract.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { startTestApp } from '#testing/app.ts'
import { buildCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { countLive, memoryNetwork, quickTimings } from '#testing/publishing/outage.ts'
import { buildCrowd, fillPosts } from '../../../../bench/publishing/fill.ts'
import { findPooler, startPooler } from '../../../../tools/postgres/pooler.ts'
import { makePublisher } from './engine/publisher.ts'
import { startSweeper } from './engine/worker.ts'

const POSTS = 150
const program = findPooler()

const started = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-pooler-killed-'))
  // PgBouncer runs as another user than root.
  await chmod(folder, 0o755)
  const database = await createTestDatabase()
  const pooler = await startPooler(program ?? '', database.url, folder)
  const app = await startTestApp({ routes: noteRoutes, database: { ...database, poolerUrl: pooler.url } })
  const { log } = app.services
  const { db, close } = openDatabase({ url: pooler.url, hasPooler: true, max: 6, log })
  const end = async () => {
    await close()
    await app.close()
    await pooler.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { pooler, app, db, end }
}

it.runIf(program)(
  'After PgBouncer was killed twice amid 150 posts, each is live once, and calls, refused meanwhile in words, are answered again with nothing lost or written twice',
  { timeout: 300_000 },
  async () => {
    const { pooler, app, db, end } = await started()
    let isWriting = true
    const running: (() => Promise<unknown>)[] = []
    onTestFinished(async () => {
      isWriting = false
      for (const stop of running) await stop()
      await end()
    })
    const cast = await buildCast(app.db)
    const socials = [{ network: 'facebook', status: 'pending_external_approval' }] as const
    const { socialIds } = await buildPost(app.db, cast.project, { type: 'text', socials: [...socials] })
    await app.tokenOf(cast.creator)
    const { projectsOf } = await buildCrowd(app.db, app.services.config, { agencies: 4, projects: 10 })
    const due = new Date(Date.now() - 1_000)
    const projectIds = [...projectsOf.values()].flat()
    await fillPosts(app.db, { projectIds, count: POSTS, due, name: 'Pooler' })

    const acknowledged: string[] = []
    const refusals = new Set<string>()
    const write = async (writer: number) => {
      for (let n = 0; isWriting; n += 1) {
        const body = { message: `Note ${n} of ${writer}` }
        const answer = await app.ask(cast.creator, createNote, { params: { id: socialIds[0] ?? 0 }, body })
        if (answer.code === undefined) acknowledged.push(body.message)
        else refusals.add(`${answer.status} ${answer.message}`)
        await sleep(20)
      }
    }
    const writers = [1, 2, 3].map(write)
    running.push(() => Promise.all(writers))

    const { networks, posts, calls } = memoryNetwork()
    const services = { ...app.services, db }
    const worker = startSweeper(services, makePublisher(services, { networks, timings: quickTimings }))
    running.push(() => worker.stop())
    for (const sent of [POSTS / 3, (2 * POSTS) / 3]) {
      await expect.poll(calls, { interval: 10 }).toBeGreaterThan(sent)
      await pooler.kill()
      const before = acknowledged.length
      await sleep(1_000)
      await pooler.start()
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
    }
    await expect.poll(() => countLive(db), { timeout: 120_000 }).toBe(POSTS)
    isWriting = false
    for (const stop of running.splice(0)) await stop()
    expect([posts.size, calls()]).toEqual([POSTS, POSTS])
    expect([...refusals]).toEqual(['503 Galley is temporarily unavailable. Please try again.'])
    const rows = await db.selectFrom('notes').select('message').execute()
    const written = rows.map(({ message }) => message)
    // One whose answer was lost may be there all the same, but no note twice.
    expect(written).toHaveLength(new Set(written).size)
    expect(acknowledged.filter(message => !written.includes(message))).toEqual([])
  },
)

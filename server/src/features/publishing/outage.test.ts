import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { runningPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { sayOutageOnce } from '#server/platform/db/outage.ts'
import { tellRunsTime } from '#server/platform/db/testing.ts'
import type { Services } from '#server/platform/http/route.ts'
import { makeLog } from '#server/platform/log.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { memoryStorage } from '#testing/files/storage.ts'
import { countLive, memoryNetwork, quickTimings } from '#testing/publishing/outage.ts'
import { buildCrowd, fillPosts } from '../../../../bench/publishing/fill.ts'
import { makePublisher } from './engine/publisher.ts'
import { startSweeper } from './engine/worker.ts'

const POSTS = 200

it('200 posts in flight are live, once each, after the database was killed and came back, and the log says so in two lines', {
  timeout: 900_000,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-outage-'))
  const dataDir = path.join(folder, 'postgres')
  let server = await startEmbeddedPostgres({ dataDir })
  const url = await server.ensureDatabase('galley')
  await tellRunsTime(url)
  await migrate(url)
  const lines: Record<string, unknown>[] = []
  const log = makeLog('info', { write: line => void lines.push(JSON.parse(line)) }, sayOutageOnce)
  const config = readConfig({ NODE_ENV: 'test', TOKEN_KEY: randomBytes(32).toString('hex') })
  const { db, close } = openDatabase({ url, max: 6, log })
  try {
    const { projectsOf } = await buildCrowd(db, config, { agencies: 4, projects: 15 })
    const due = new Date(Date.now() - 1_000)
    await fillPosts(db, { projectIds: [...projectsOf.values()].flat(), count: POSTS, due, name: 'Outage' })
    const { networks, posts, calls } = memoryNetwork()
    const services: Services = {
      config,
      db,
      log,
      clock: sharedClock,
      storage: memoryStorage(),
      jobs: { enqueue: async () => undefined },
      scopeSources,
    }
    const worker = startSweeper(services, makePublisher(services, { networks, timings: quickTimings }))
    while (calls() < POSTS / 2) await sleep(10)
    process.kill(runningPostmaster(dataDir)?.pid ?? 0, 'SIGKILL')
    await sleep(1_000)
    expect(posts.size).toBeGreaterThan(0)
    server = await startEmbeddedPostgres({ dataDir })
    // On the same port: the workers reconnect by themselves.
    expect(server.connectionString('galley')).toBe(url)
    for (let turn = 0; turn < 4_000; turn++) {
      if ((await countLive(db).catch(() => 0)) === POSTS) break
      await sleep(200)
    }
    await worker.stop()
    expect(await countLive(db)).toBe(POSTS)
    expect(posts.size).toBe(POSTS)
    expect(calls()).toBe(POSTS)
    // Each of the posts on their way met the fault, and the log says it once.
    const faults = () => lines.filter(({ level }) => Number(level) > 30).map(({ msg }) => msg)
    await expect.poll(faults, { timeout: 60_000 }).toContain('the database answers again')
    expect(faults()).toEqual(['the database does not answer', 'the database answers again'])
  } finally {
    await close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

import { chown, cp, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeLog } from '#server/platform/log.ts'
import { buildCast } from '#testing/people.ts'
import { makeHeart } from './engine/lost-time.ts'
import type { Publisher } from './engine/publisher.ts'

// Nothing inside a copied folder can tell that it is a copy, but its files are others: the drill puts back a dump, this a folder of files
// (decisions 107 and 157).
const log = makeLog('silent')
const MINUTE = 60_000
const began = Date.parse('2026-06-01T08:00:00Z')
let home: string
let dataDir: string
let running: EmbeddedPostgres | null = null
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'galley-copied-'))
  dataDir = path.join(home, 'postgres')
})
afterAll(async () => {
  await running?.stop()
  await rm(home, { recursive: true, force: true })
})

type Work<T> = (db: ReturnType<typeof openDatabase>['db'], url: string) => Promise<T>

/** Starts the database on the folder, and stops it when the work is done. */
const during = async <T>(work: Work<T>): Promise<T> => {
  running = await startEmbeddedPostgres({ dataDir, durable: false })
  const url = await running.ensureDatabase('galley')
  const { db, close } = openDatabase({ url, max: 3, log })
  try {
    return await work(db, url)
  } finally {
    await close()
    await running.stop()
    running = null
  }
}

/** Beats of one process of Galley, so many minutes after the first. @returns what is known of lost time after them */
const beatAt = (...minutes: number[]) =>
  during(async db => {
    let now = began
    const services = { db, log, config: { dataDir: home } }
    const heart = makeHeart({ services, now: async () => new Date(now) } as unknown as Publisher)
    for (const minute of minutes) {
      now = began + minute * MINUTE
      await heart.beat()
    }
    const periods = await db.selectFrom('lost_periods').selectAll().execute()
    const holds = await db.selectFrom('publishing_holds').select('reason').distinct().execute()
    return { periods: periods.length, holds: holds.map(({ reason }) => reason) }
  })

it('A copied data folder that is put back is found out by its files, however soon', async () => {
  await during(async (db, url) => {
    await migrate(url)
    await buildCast(db)
  })
  await beatAt(0, 0.1)
  const copy = path.join(home, 'copy')
  await cp(dataDir, copy, { recursive: true, preserveTimestamps: true })
  expect(await beatAt(0.5, 1, 1.4)).toEqual({ periods: 0, holds: [] })

  const putBack = async () => {
    // Removed first, so that the copy may get the numbers of the old files.
    await rm(dataDir, { recursive: true })
    await cp(copy, dataDir, { recursive: true, preserveTimestamps: true })
  }
  await putBack()
  expect(await beatAt(0.9)).toEqual({ periods: 1, holds: ['copied_folder'] })
  await putBack()
  expect(await beatAt(10, 10.1)).toEqual({ periods: 1, holds: ['copied_folder'] })
  await putBack()
  expect(await beatAt(90)).toEqual({ periods: 1, holds: ['copied_folder'] })
})

it('A folder that only was moved, or got another owner, is no copy', async () => {
  const before = await beatAt(200, 200.1)
  const elsewhere = path.join(home, 'moved')
  await rename(dataDir, elsewhere)
  await rename(elsewhere, dataDir)
  const { uid, gid } = await stat(path.join(dataDir, 'PG_VERSION'))
  await chown(path.join(dataDir, 'PG_VERSION'), uid, gid)
  expect(await beatAt(200.5)).toEqual(before)
  // The machine was down for twenty minutes: what is unsent is looked up, and nobody is asked.
  expect(await beatAt(220)).toEqual({ ...before, periods: before.periods + 1 })
})

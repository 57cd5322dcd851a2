import { chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeLog } from '#server/platform/log.ts'
import { buildCast } from '#testing/people.ts'
import { makeHeartbeat } from './engine/lost-time.ts'
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
const during = async <T>(work: Work<T>, name = 'galley'): Promise<T> => {
  running = await startEmbeddedPostgres({ dataDir, durable: false })
  const url = await running.ensureDatabase(name)
  const { db, close } = openDatabase({ url, max: 3, log })
  try {
    return await work(db, url)
  } finally {
    await close()
    await running.stop()
    running = null
  }
}

type Db = Parameters<Work<void>>[0]
type Place = { dataDir: string; stateDir: string | null; DATABASE_URL?: string }

/** A process of Galley that starts, and whose clock is moved to so many minutes after the first beat. */
const startHeartbeat = (db: Db, config: Place) => {
  let now = began
  const publisher = { services: { db, log, config }, now: async () => new Date(now) }
  const heart = makeHeartbeat(publisher as unknown as Publisher)
  return (minute: number) => {
    now = began + minute * MINUTE
    return heart.beat()
  }
}

const findLost = async (db: Db) => {
  const periods = await db.selectFrom('lost_periods').selectAll().execute()
  const holds = await db.selectFrom('publishing_holds').select('reason').distinct().execute()
  return { periods: periods.length, holds: holds.map(({ reason }) => reason) }
}

/** Beats of one process. @returns what is known of lost time after them */
const beatsWith = (config: Place, minutes: number[], name?: string) =>
  during(async db => {
    const beat = startHeartbeat(db, config)
    for (const minute of minutes) await beat(minute)
    return findLost(db)
  }, name)

/** The same without a witness: only the files tell. */
const beatAt = (...minutes: number[]) => beatsWith({ dataDir: home, stateDir: null }, minutes)

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

/** As `rsync -a --delete` does it: what is the same stays untouched, so that its files keep their identity. */
const overwrite = async (from: string, to: string): Promise<void> => {
  for (const name of await readdir(to))
    if (!(await stat(path.join(from, name)).catch(() => null)))
      await rm(path.join(to, name), { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true })
      await overwrite(source, target)
    } else {
      const bytes = await readFile(source)
      const old = await readFile(target).catch(() => null)
      if (!old?.equals(bytes)) await writeFile(target, bytes)
    }
  }
}

describe('A witness outside of the folder', () => {
  const place = (): Place => ({ dataDir: home, stateDir: path.join(home, 'state') })
  const forget = () =>
    during(async db => {
      await db.deleteFrom('publishing_holds').execute()
      await db.deleteFrom('lost_periods').execute()
      await db.updateTable('publishing_heartbeat').set({ beat_at: null }).execute()
    })

  it('finds out a copy that was written over the folder, once', async () => {
    await forget()
    expect(await beatsWith(place(), [300, 300.1])).toEqual({ periods: 0, holds: [] })
    const copy = path.join(home, 'copy-below')
    await cp(dataDir, copy, { recursive: true, preserveTimestamps: true })
    expect(await beatsWith(place(), [300.5, 300.6])).toEqual({ periods: 0, holds: [] })

    await overwrite(copy, dataDir)
    expect(await beatAt(300.7)).toEqual({ periods: 0, holds: [] })
    await overwrite(copy, dataDir)
    const lost = { periods: 1, holds: ['older_database'] }
    expect(await beatsWith(place(), [300.8])).toEqual(lost)
    expect(await beatsWith(place(), [300.9, 301])).toEqual(lost)
    expect(await beatsWith(place(), [301.1])).toEqual(lost)
  })

  it('finds out the original that is put back after a copy had run in its place', async () => {
    await forget()
    await beatsWith(place(), [400])
    const aside = path.join(home, 'aside')
    const copy = path.join(home, 'copy-instead')
    await cp(dataDir, copy, { recursive: true, preserveTimestamps: true })
    await rename(dataDir, aside)
    await rename(copy, dataDir)
    expect(await beatsWith(place(), [400.2, 400.3])).toEqual({ periods: 1, holds: ['copied_folder'] })
    await rm(dataDir, { recursive: true })
    await rename(aside, dataDir)
    expect(await beatsWith(place(), [400.5])).toEqual({ periods: 1, holds: ['older_database'] })
  })

  it('finds out a copy of the database on the same server', async () => {
    await forget()
    const own = { dataDir: path.join(home, 'own'), stateDir: null, DATABASE_URL: 'postgres://a@b/galley' }
    await beatsWith(own, [500])
    await during(db => sql`create database copy template galley`.execute(db), 'postgres')
    // Nothing was written to the original since: the copy carries on where it was.
    expect(await beatsWith(own, [500.2], 'copy')).toEqual({ periods: 0, holds: [] })
    expect(await beatsWith(own, [500.4])).toEqual({ periods: 1, holds: ['older_database'] })
    expect(await beatsWith(own, [500.5, 500.6])).toEqual({ periods: 1, holds: ['older_database'] })
    expect(await beatsWith(own, [500.7], 'copy')).toEqual({ periods: 1, holds: ['older_database'] })
  })

  it('takes two processes, a killed one, and a folder that cannot be written for no copy', async () => {
    await forget()
    const nothing = { periods: 0, holds: [] }
    await during(async db => {
      const beats = [startHeartbeat(db, place()), startHeartbeat(db, place())]
      for (const minute of [600, 600.1, 600.2]) await Promise.all(beats.map(beat => beat(minute)))
      // Killed between the commit and the witness.
      await db
        .updateTable('publishing_heartbeat')
        .set(eb => ({ beats: eb('beats', '+', 1) }))
        .execute()
      await startHeartbeat(db, place())(600.3)
      expect(await findLost(db)).toEqual(nothing)
    })
    // A file in place of the folder.
    const stateDir = path.join(dataDir, 'PG_VERSION')
    expect(await beatsWith({ dataDir: home, stateDir }, [600.5, 600.6])).toEqual(nothing)
    expect(await beatsWith({ dataDir: home, stateDir }, [600.7])).toEqual(nothing)
    expect(await beatsWith(place(), [600.8])).toEqual(nothing)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ConfigError } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate, migrationsFolder } from '#server/platform/db/migrate.ts'
import { withOneConnection } from '#server/platform/db/one-connection.ts'
import { JOBS, MEDIA, nameOfPart, TABLES } from './manifest.ts'
import { measureAll } from './measured.ts'
import { explainDamage, type OpenBackup, readLines, readPart } from './parts.ts'
import { refuseNewer, restoreTables } from './restore-backup.ts'
import { eachFile, readMedia } from './restore-media.ts'
import { PlaceProblem } from './target.ts'
import type { WaitingJob } from './waiting-jobs.ts'

/** More than an operator reads at once. */
const PROBLEMS_MAX = 20

/** A PostgreSQL of its own, so that the installation is not touched, and none is needed. */
const withScratchDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-verify-'))
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), durable: false })
    try {
      return await work(await postgres.ensureDatabase('verify'))
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const verifyDatabase = (backup: OpenBackup): Promise<void> =>
  withScratchDatabase(async url => {
    await migrate(url, migrationsFolder, backup.manifest.last_migration)
    await withOneConnection(url, 'galley verify', connection =>
      connection.db.transaction().execute(() => restoreTables(backup, connection)),
    )
  })

/** Whether the snapshot is as it was written, before time is spent on restoring it. */
const verifySnapshot = async (backup: OpenBackup): Promise<void> => {
  for await (const _ of readPart(backup, TABLES)) {
    // The end says what is wrong.
  }
}

const verifyJobs = async (backup: OpenBackup): Promise<void> => {
  let jobs = 0
  for await (const _ of readLines<WaitingJob>(backup, JOBS)) jobs += 1
  if (jobs !== backup.manifest.jobs) throw explainDamage(backup, JOBS)
}

/** The list by which old media are removed: if it were wrong, a backup would lose files to that. */
const verifyMediaList = async (backup: OpenBackup): Promise<void> => {
  const { target, manifest } = backup
  const name = nameOfPart(manifest.id, MEDIA)
  const stored = await target.open(name)
  const found = stored && (await measureAll(stored))
  if (found?.sha256 !== manifest.parts[MEDIA]?.sha256) throw explainDamage(backup, name)
}

/** Reads every content once, and goes on after one that is missing: an operator wants to know how much is gone. */
const verifyMedia = async (backup: OpenBackup): Promise<string[]> => {
  const problems: string[] = []
  const seen = new Set<string>()
  const reading = eachFile(backup, async file => {
    if (seen.has(file.sha256)) return
    seen.add(file.sha256)
    const problem = await problemOf(readMedia(backup, file, measureAll))
    if (problem !== null) problems.push(problem)
  })
  const listed = await problemOf(reading)
  if (listed !== null) problems.push(listed)
  const more = problems.length - PROBLEMS_MAX
  return more > 0 ? [...problems.slice(0, PROBLEMS_MAX), `and ${more} more files`] : problems
}

const problemOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ConfigError && !(error instanceof PlaceProblem)) return error.message
      throw error
    },
  )

/**
 * Reads all of a backup and, if nothing is wrong so far, restores its database into one of its own. @returns what is wrong with it; nothing,
 * if it can be restored. @throws PlaceProblem if it cannot be read, of which nothing follows
 */
export const verifyBackup = async (backup: OpenBackup): Promise<string[]> => {
  await refuseNewer(backup.manifest)
  // The smallest part tells whether it is the right key.
  const closed = await problemOf(verifyJobs(backup))
  if (closed !== null) return [closed]
  const parts = [await problemOf(verifyMediaList(backup)), await problemOf(verifySnapshot(backup))]
  const problems = [...parts.filter(problem => problem !== null), ...(await verifyMedia(backup))]
  if (problems.length > 0) return problems
  const database = await problemOf(verifyDatabase(backup))
  return database === null ? [] : [database]
}

import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { archiveLifecycle } from '#domain/archives/status.ts'
import { move } from '#server/platform/db/move.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { type Claimed, isWrittenBy } from './archives.ts'
import { type ArchivedFile, snapshotText } from './snapshot.ts'

/** Gigabytes of media take minutes, so a dead worker is noticed by its silence. */
export const writeArchiveQueue: JobQueue<{ archiveId: number }> = {
  name: 'write-archive',
  retry: { times: 10, firstSeconds: 2, longestSeconds: 60 },
  expireSeconds: 4 * 3600,
  heartbeatSeconds: 20,
  // The disk is busy with one.
  atOnce: 1,
}

/** An export that a crash has interrupted this often is probably its cause. */
const ATTEMPTS_MAX = 4
/** How often the progress is written. */
const TICK_MS = 1000

/** Another worker has taken it over. */
class NoLongerMine extends Error {}

/** Writes one export to its end. Nothing of it can be downloaded before it is whole, and what a crash leaves is removed by the next attempt. */
export const writeArchive = async (services: Services, archiveId: number): Promise<JobOutcome> => {
  const claimed = await claim(services, archiveId)
  if (claimed === null) return 'done'
  const folder = folderOf(claimed.id, claimed.storage_key)
  try {
    if (claimed.attempts > ATTEMPTS_MAX) {
      await markFailed(services, claimed)
      return 'done'
    }
    await mkdir(folder, { mode: 0o700 })
    await write(services, claimed, folder)
  } catch (error) {
    await services.storage.remove(sizeKey(claimed.storage_key, 'original'))
    if (error instanceof NoLongerMine) return 'done'
    if (claimed.attempts < ATTEMPTS_MAX) throw error
    services.log.error({ err: error, archive: claimed.id }, 'an export has failed')
    await markFailed(services, claimed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 'done'
}

/** With the attempt's random key, so that two Galleys on a machine never share one. */
const folderOf = (id: number, key: string): string => path.join(os.tmpdir(), `galley-archive-${id}-${key}`)

/** Takes the export, from a worker that is gone too, and removes what that one has left. */
const claim = async (services: Services, id: number): Promise<Claimed | null> => {
  const key = randomBytes(16).toString('hex')
  const found = await services.db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('project_archives')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'running')
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    const claimed = await tx
      .updateTable('project_archives')
      .set(eb => ({ attempts: eb('attempts', '+', 1), storage_key: key, done: 0, missing: 0 }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { formerKey: row.storage_key, claimed: { ...claimed, storage_key: key } }
  })
  if (found === null) return null
  if (found.formerKey !== null) {
    await services.storage.remove(sizeKey(found.formerKey, 'original'))
    await rm(folderOf(id, found.formerKey), { recursive: true, force: true })
  }
  return found.claimed
}

const fenceOf = ({ storage_key }: Claimed) => ({ storage_key })

const markFailed = async ({ db, clock }: Services, claimed: Claimed): Promise<void> => {
  await move(db, archiveLifecycle, claimed.id, 'given_up', { finished_at: clock.now() }, fenceOf(claimed))
}

const write = async (services: Services, claimed: Claimed, folder: string): Promise<void> => {
  const { db, storage, clock } = services
  const text = path.join(folder, 'project.json')
  const zip = path.join(folder, 'project.zip')
  const files = await writeSnapshot(services, claimed, text)
  await record(services, claimed, { total: files.length })
  const missing = await writeZip(services, claimed, { text, zip, files })
  await record(services, claimed, { done: files.length, missing })
  const { size: bytes } = await stat(zip)
  await storage.put(sizeKey(claimed.storage_key, 'original'), { path: zip }, 'application/zip')
  const ready = { bytes, finished_at: clock.now() }
  if (!(await move(db, archiveLifecycle, claimed.id, 'finished', ready, fenceOf(claimed))))
    throw new NoLongerMine()
}

/** One transaction, so that what was changed while it is read is either whole in the export or not at all. */
const writeSnapshot = async (
  { db, clock }: Services,
  { project_id: projectId }: Claimed,
  file: string,
): Promise<ArchivedFile[]> => {
  const files = new Map<string, ArchivedFile>()
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const pieces = snapshotText(tx, { projectId, now: clock.now() }, files)
      await pipeline(Readable.from(pieces), createWriteStream(file))
    })
  return [...files.values()]
}

type Progress = { readonly done?: number; readonly total?: number; readonly missing?: number }

const record = async ({ db }: Services, claimed: Claimed, progress: Progress): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('project_archives')
    .set(progress)
    .where(isWrittenBy(claimed))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new NoLongerMine()
}

type Parts = { readonly text: string; readonly zip: string; readonly files: readonly ArchivedFile[] }

/** One file after the other, each piece by piece. Media are packed as they are: they do not become smaller. @returns how many are missing */
const writeZip = async (
  services: Services,
  claimed: Claimed,
  { text, zip, files }: Parts,
): Promise<number> => {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (error: Error) => output.destroy(error))
  let missing = 0
  let tickedAt = performance.now()
  const open = async (file: ArchivedFile, done: number): Promise<Readable> => {
    if (performance.now() - tickedAt > TICK_MS) {
      tickedAt = performance.now()
      await record(services, claimed, { done })
    }
    const found = await services.storage.open(sizeKey(file.storageKey, 'original'))
    if (!found) missing += 1
    return found?.stream ?? Readable.from([])
  }
  archive.addFile(text, 'project.json')
  for (const [index, file] of files.entries())
    archive.addReadStreamLazy(file.path, { compress: false }, callback => {
      open(file, index).then(
        stream => callback(null, stream),
        (error: Error) => output.destroy(error),
      )
    })
  archive.end()
  await pipeline(output, createWriteStream(zip))
  return missing
}

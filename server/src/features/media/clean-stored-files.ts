import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Row } from '#server/platform/db/schema.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { isUnusable, probeFile } from './file-formats/file-probe.ts'
import type { Probe } from './file-formats/probe.ts'
import { CLEANING_VERSION, contentToKeep, sha256Of } from './store-media.ts'

/** What an interrupted one has not reached the next one finds: each file says by which rules it was cleaned. */
export const cleanStoredFilesQueue: JobQueue = {
  name: 'clean-stored-files',
  cron: '*/20 * * * *',
  expireSeconds: 3600,
}

const AT_ONCE = 50
/** Less than the job may take: a new one goes on. */
const WORKING_MS = 15 * 60_000

export const cleanStoredFiles = async (services: Services): Promise<JobOutcome> => {
  const end = performance.now() + WORKING_MS
  let after = 0
  while (performance.now() < end) {
    const found = await findUncleaned(services, after)
    for (const media of found) {
      try {
        await cleanStored(services, media)
      } catch (error) {
        // The next job tries it again.
        services.log.warn({ err: error, media: media.id }, 'a stored file could not be cleaned')
      }
      after = media.id
      if (performance.now() > end) break
    }
    if (found.length < AT_ONCE) return 'done'
  }
  return 'done'
}

/** A network reads it piece by piece at this moment, and counts on its bytes. */
const isBeingSent: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select 1 from publications u join attachments a on a.post_social_id = u.post_social_id
    left join media_conversions v on v.media_id = a.media_id
  where u.status in ('preparing', 'sending') and medias.id in (a.media_id, a.thumbnail_media_id, v.result_media_id))`

const findUncleaned = ({ db }: Services, after: number): Promise<Row<'medias'>[]> =>
  db
    .selectFrom('medias')
    .selectAll()
    .where('cleaning_version', '<', CLEANING_VERSION)
    .where('purged_at', 'is', null)
    .where('id', '>', after)
    .where(eb => eb.not(isBeingSent))
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

/** The file first: if the process ends in between, the same is done again. */
const cleanStored = async ({ db, storage }: Services, media: Row<'medias'>): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-cleaning-'))
  try {
    const file = path.join(folder, 'original')
    const key = sizeKey(media.storage_key, 'original')
    const stored = await storage.open(key)
    if (stored) await pipeline(stored.stream, createWriteStream(file))
    const probe = stored ? await probeFile(file) : null
    const learned =
      probe && !isUnusable(probe) ? await cleanFile({ storage }, { file, key, media, probe }) : {}
    await db
      .updateTable('medias')
      .set({ ...learned, cleaning_version: CLEANING_VERSION })
      .where('id', '=', media.id)
      .execute()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Found = {
  readonly file: string
  readonly key: string
  readonly media: Row<'medias'>
  readonly probe: Probe
}

/** @returns what is known of the file now. Its `sha256` stays: what was approved names it. */
const cleanFile = async ({ storage }: Pick<Services, 'storage'>, { file, key, media, probe }: Found) => {
  const before = await sha256Of(file)
  const { content, label } = await contentToKeep(file, probe)
  const bytes = 'bytes' in content ? content.bytes : null
  const isReadable = bytes === null || bytes.length > 0
  const isChanged = bytes ? !bytes.equals(await readFile(file)) : (await sha256Of(file)) !== before
  if (isReadable && isChanged) await storage.put(key, content, media.content_type)
  return {
    ...(isReadable && { file_size: bytes?.length ?? (await stat(file)).size }),
    ...(probe.stream && { stream: JSON.stringify(probe.stream) }),
    frames: probe.frames ?? null,
    digital_source_type: label ?? media.digital_source_type,
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type * as contract from '#domain/designs/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { IMAGE_BYTES_MAX } from '#domain/media/conversion.ts'
import type { Config } from '#server/config.ts'
import { designToolSettings } from '#server/design-tool/settings.ts'
import { toWireMedia } from '#server/features/media/medias.ts'
import { storeMedia } from '#server/features/media/store-media.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { UPLOAD_FOLDER } from '#server/platform/http/multipart.ts'
import { makePublicFetch } from '#server/platform/http/outgoing-requests/public-fetch.ts'
import type { ScopedPoolCall, UploadedFile } from '#server/platform/http/route.ts'
import { countAsUploaded, returnUploaded } from '#server/platform/http/uploads.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'
import type { DesignRow } from './designs.ts'

/** Large exports come from a storage service, which names no type. The content is checked anyway. */
const pictures = {
  types: ['image/png', 'image/jpeg', 'application/octet-stream', 'binary/octet-stream'],
  maxBytes: IMAGE_BYTES_MAX,
} as const

const fetchOf = oncePer((config: Config) =>
  makePublicFetch({ allowed: designToolSettings(config)?.allowedDownloads ?? [], totalMs: 60_000 }),
)

export const importMedia = async (
  { body }: Input<typeof contract.importMedia>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.importMedia>> => {
  const { services, log, person, db } = call
  const design = await findExported(call, body)
  // Only what this person's export gave: otherwise anything on the internet could be passed off as a design.
  if (!design) return fail('design_is_another')
  const earlier = await findImported(db, design)
  if (earlier) return toWireMedia(earlier, services.config.publicUrl)
  const fetched = await fetchOf(services.config)(body.content_url, pictures, `design ${person.userId}`)
  if (fetched.kind === 'refused') {
    log.warn({ reason: fetched.reason, status: fetched.status }, 'an exported design could not be fetched')
    return fail(fetched.reason === 'too_large' ? 'too_large' : 'design_not_fetched')
  }
  const full = await countAsUploaded(call, fetched.bytes.length)
  if (full) return full
  call.undoOnFailure(() => returnUploaded(call, fetched.bytes.length))
  const stored = await withFile(fetched.bytes, `${design.title}.png`, file =>
    storeMedia(db, call, file, 'images', 'imported'),
  )
  if (isFailure(stored)) return stored as Failure<'too_large' | 'unsupported_media_type'>
  return toWireMedia(await keepFirst(call, design, stored), services.config.publicUrl)
}

/** The design whose export gave this address; the one that is imported already first. */
const findExported = (
  { db, scope, person, now }: ScopedPoolCall,
  { content_url, canva_design_id }: Input<typeof contract.importMedia>['body'],
) =>
  db
    .selectFrom('designs')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', person.userId)
    .where('canva_design_id', '=', canva_design_id)
    .where('content_url', '=', content_url)
    .where('expires_at', '>', now)
    .orderBy('media_id', order => order.asc().nullsLast())
    .executeTakeFirst()

const findImported = async (db: Reader, { media_id: mediaId, project_id }: DesignRow) =>
  mediaId === null
    ? undefined
    : db
        .selectFrom('medias')
        .selectAll()
        .where('id', '=', mediaId)
        .where('project_id', '=', project_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()

const withFile = async <T>(
  bytes: Buffer,
  name: string,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${UPLOAD_FOLDER}design-`))
  try {
    const file = path.join(folder, 'picture')
    await writeFile(file, bytes)
    return await work({ field: 'content_url', name, path: file, bytes: bytes.length })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of two imports of the same export, the first one's file stays and is the answer to both. */
const keepFirst = async (
  { db, services, log }: ScopedPoolCall,
  design: DesignRow,
  stored: Row<'medias'>,
): Promise<Row<'medias'>> => {
  const media = await db
    .updateTable('medias')
    .set({ canva_design_id: design.canva_design_id })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await db
    .updateTable('designs')
    .set({ media_id: media.id })
    .where('id', '=', design.id)
    .where('content_url', '=', design.content_url)
    .where('media_id', 'is not distinct from', design.media_id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return media
  const now = await db.selectFrom('designs').selectAll().where('id', '=', design.id).executeTakeFirst()
  const first = now && now.content_url === design.content_url ? await findImported(db, now) : undefined
  if (!first) return media
  await db.deleteFrom('medias').where('id', '=', media.id).execute()
  for (const size of sizes)
    await services.storage
      .remove(sizeKey(media.storage_key, size))
      .catch((error: unknown) => log.warn({ err: error }, 'a second copy of a design could not be removed'))
  return first
}

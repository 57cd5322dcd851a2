import { randomBytes } from 'node:crypto'
import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { countAsUploaded, returnUploaded } from '#server/platform/http/uploads.ts'
import type { JobQueue } from '#server/platform/jobs/job-queues.ts'

/** Copying takes as long as the files are large; a dead worker is noticed by its silence, and another one goes on. */
export const replicateMediaQueue: JobQueue<{ postId: number }> = {
  name: 'replicate-media',
  retry: { times: 8, firstSeconds: 2, longestSeconds: 60 },
  expireSeconds: 3600,
  heartbeatSeconds: 20,
  atOnce: 2,
}

/**
 * Rows for copies of these files, with the pictures that crops were cut from; their bytes follow in the background
 * (docs/decisions/0056-duplicating-posts.md). A file that was copied here before, and is still here, is used again.
 * @returns the file here for each of the files there
 */
export const copyMedia = async (
  call: ScopedCall,
  postId: number,
  mediaIds: readonly number[],
): Promise<Map<number, number> | Failure<'upload_limit'>> => {
  const { tx, services } = call
  if (mediaIds.length === 0) return new Map()
  const sources = await readWithParents(tx, mediaIds)
  const known = await findCopied(
    call,
    sources.map(({ id }) => id),
  )
  const missing = sources.filter(({ id }) => !known.has(id))
  if (missing.length === 0) return known
  const bytes = missing.reduce((sum, { file_size }) => sum + file_size, 0)
  const full = await countAsUploaded(call, bytes)
  if (isFailure(full)) return full
  call.undoOnFailure(() => returnUploaded(call, bytes))
  // A crop names its picture, so that one comes first.
  for (const source of missing.toSorted(
    (a, b) => Number(a.parent_media_id !== null) - Number(b.parent_media_id !== null),
  ))
    known.set(source.id, await insertCopiedMedia(call, { postId, source, parents: known }))
  await services.jobs.enqueue(tx, replicateMediaQueue, { postId })
  return known
}

const readWithParents = (tx: Tx, ids: readonly number[]): Promise<Row<'medias'>[]> =>
  tx
    .selectFrom('medias')
    .selectAll()
    .where(eb =>
      eb.or([
        eb('id', 'in', ids),
        eb('id', 'in', inner =>
          inner
            .selectFrom('medias as crop')
            .select(crop => crop.ref('crop.parent_media_id').$notNull().as('id'))
            .where('crop.id', 'in', ids)
            .where('crop.parent_media_id', 'is not', null),
        ),
      ]),
    )
    .orderBy('id')
    .execute()

const findCopied = async ({ tx, scope }: ScopedCall, sourceIds: readonly number[]) => {
  const rows = await tx
    .selectFrom('media_copies as c')
    .innerJoin('medias as m', 'm.id', 'c.media_id')
    .select(['c.source_media_id', 'm.id'])
    .where('c.source_media_id', 'in', sourceIds)
    .where('c.project_id', '=', scope.projectId)
    .where('c.status', '=', 'duplicated')
    .where('m.deleted_at', 'is', null)
    // A transaction that deletes or cleans the file waits for this one, or this one for it.
    .forKeyShare('m')
    .execute()
  return new Map(rows.map(row => [row.source_media_id, row.id]))
}

type CopiedMedia = {
  readonly postId: number
  readonly source: Row<'medias'>
  readonly parents: ReadonlyMap<number, number>
}

/** Under a key of its own from the start: every attempt writes the same bytes to the same place, so that none is left over. */
const insertCopiedMedia = async (
  { tx, scope, person, now }: ScopedCall,
  { postId, source, parents }: CopiedMedia,
): Promise<number> => {
  const { id: sourceId, parent_media_id: parent, crop, object_type, content_type, original_name } = source
  const { file_size, sha256, width, height, duration_seconds, has_previews } = source
  const { stream, frames, digital_source_type, cleaning_version } = source
  const { id } = await tx
    .insertInto('medias')
    .values({
      project_id: scope.projectId,
      user_id: person.userId,
      source: source.source,
      created_at: now,
      object_type,
      content_type,
      original_name,
      file_size,
      sha256,
      width,
      height,
      duration_seconds,
      has_previews,
      frames,
      digital_source_type,
      cleaning_version,
      ...(stream === null ? {} : { stream: JSON.stringify(stream) }),
      storage_key: randomBytes(16).toString('hex'),
      // The design behind an imported picture stays with the project that it was made for.
      canva_design_id: null,
      parent_media_id: parent === null ? null : (parents.get(parent) ?? null),
      ...(crop === null ? {} : { crop: JSON.stringify(crop) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('media_copies')
    .values({
      media_id: id,
      project_id: scope.projectId,
      post_id: postId,
      source_media_id: sourceId,
      updated_at: now,
    })
    .execute()
  return id
}

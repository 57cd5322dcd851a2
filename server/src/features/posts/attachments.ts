import { sql } from 'kysely'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { MediaReplication, ObjectData } from '#domain/media/model.ts'
import type { ConversionStatus } from '#domain/media/status.ts'
import { attachmentProblem } from '#domain/posts/attachments.ts'
import type { MediaAction } from '#domain/posts/contract.ts'
import type { Attachment } from '#domain/posts/model.ts'
import { ofOtherThings } from '#server/features/media/media-use.ts'
import { toObjectData } from '#server/features/media/medias.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** The columns of a file that `toObjectData` needs. They come from an outer join, so either all of them are set or all are null. */
type MediaRow = Parameters<typeof toObjectData>[0]

const thumbnailColumns = [
  't.storage_key as t_storage_key',
  't.object_type as t_object_type',
  't.content_type as t_content_type',
  't.file_size as t_file_size',
  't.original_name as t_original_name',
  't.width as t_width',
  't.height as t_height',
  't.duration_seconds as t_duration_seconds',
  't.has_previews as t_has_previews',
  't.user_id as t_user_id',
  't.parent_media_id as t_parent_media_id',
  't.crop as t_crop',
  't.canva_design_id as t_canva_design_id',
  't.stream as t_stream',
  't.frames as t_frames',
  't.digital_source_type as t_digital_source_type',
] as const

type ThumbnailRow = { readonly [K in keyof MediaRow as `t_${K}`]: MediaRow[K] | null }

const thumbnailData = (row: ThumbnailRow, publicUrl: string): ObjectData | null => {
  if (row.t_storage_key === null) return null
  const media = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (name.startsWith('t_') ? [[name.slice(2), value]] : [])),
  )
  return toObjectData(media as MediaRow, publicUrl)
}

/**
 * The attachments `a` of these versions `s` in their order, with their files `m` and thumbnails `t`: the converted file (`v`) in the place of
 * one that the network would not take (docs/product/media.md "Converted videos"). Screens and the publisher read the same, so that what is
 * shown is what goes out.
 */
export const selectOutgoing = (db: Reader, postSocialIds: readonly number[]) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('post_socials as s', 's.id', 'a.post_social_id')
    .leftJoin('media_conversions as v', join =>
      join
        .onRef('v.media_id', '=', 'a.media_id')
        .onRef('v.social_network', '=', 's.social_network')
        .onRef('v.post_type', '=', 's.type'),
    )
    .leftJoin('medias as m', join =>
      join.on(eb => eb('m.id', '=', eb.fn.coalesce('v.result_media_id', 'a.media_id'))),
    )
    .leftJoin('medias as t', 't.id', 'a.thumbnail_media_id')
    .where('a.post_social_id', 'in', postSocialIds)
    .orderBy('a.position')
    .orderBy('a.id')

/** A failed copy is reported before one that is under way. */
const unfinishedCopy = sql<MediaReplication | null>`(
  select json_build_object('status', c.status, 'failure', c.failure) from media_copies c
  where c.media_id in (a.media_id, a.thumbnail_media_id) and c.status <> 'duplicated'
  order by c.failure is null, c.status limit 1)`

const selectAttachments = (db: Reader, postSocialIds: readonly number[]) =>
  selectOutgoing(db, postSocialIds)
    .select(unfinishedCopy.as('replication'))
    .select(['v.id as conversion_id', 'v.status as conversion_status', 'v.progress', 'v.failure', 'v.note'])
    .select(['a.id', 'a.post_social_id', 'a.media_id', 'a.description', 'a.extra_fields'])
    .select([
      'a.created_at',
      'a.updated_at',
      'm.storage_key',
      'm.object_type',
      'm.content_type',
      'm.file_size',
    ])
    .select(['m.original_name', 'm.width', 'm.height', 'm.duration_seconds', 'm.has_previews', 'm.user_id'])
    .select(['m.parent_media_id', 'm.crop'])
    .select(['m.canva_design_id', 'm.stream', 'm.frames', 'm.digital_source_type'])
    .select(['a.thumbnail_media_id', ...thumbnailColumns])
    .execute()

/** The attachments of these post socials in their order, by post social id. */
export const readAttachments = async (
  db: Reader,
  postSocialIds: readonly number[],
  publicUrl: string,
): Promise<Map<number, Attachment[]>> => {
  const bySocial = new Map<number, Attachment[]>()
  if (postSocialIds.length === 0) return bySocial
  const rows = await selectAttachments(db, postSocialIds)
  for (const row of rows) {
    const attachment: Attachment = {
      id: row.id,
      post_social_id: row.post_social_id,
      object_id: row.media_id,
      object_type: row.object_type ?? 'link',
      object_data: row.storage_key === null ? null : toObjectData(row as MediaRow, publicUrl),
      ...conversionOf(row),
      ...(row.replication ? { replication: row.replication } : {}),
      thumbnail_object_id: row.thumbnail_media_id,
      thumbnail_object_data: thumbnailData(row, publicUrl),
      description: row.description,
      extra_fields: row.extra_fields,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }
    bySocial.set(row.post_social_id, [...(bySocial.get(row.post_social_id) ?? []), attachment])
  }
  return bySocial
}

type ConversionColumns = {
  readonly conversion_id: number | null
  readonly conversion_status: ConversionStatus | null
  readonly progress: number | null
  readonly failure: string | null
  readonly note: string | null
}

const conversionOf = (row: ConversionColumns): Pick<Attachment, 'conversion'> => {
  const { conversion_id: id, conversion_status: status, progress, failure, note } = row
  if (id === null || status === null) return {}
  return { conversion: { id, status, progress: progress ?? 0, failure, ...(note === null ? {} : { note }) } }
}

type AttachmentChanges = {
  readonly media_actions: readonly MediaAction[]
  readonly attachment_order?: readonly number[] | undefined
}

type Refusal = Failure<'not_found' | 'validation_error'>

/**
 * Applies a save's changes to the attachments of one post social, then renumbers them: first those that `attachment_order` names, in
 * its order, then the others as they were, then the new ones. Only `detach` removes an attachment; one missing from the order stays.
 */
export const changeAttachments = async (
  call: ScopedCall,
  postSocialId: number,
  changes: AttachmentChanges,
): Promise<Refusal | null> => {
  if (changes.media_actions.length === 0 && !changes.attachment_order) return null
  const existing = await call.tx
    .selectFrom('attachments')
    .select(['id', 'description', 'media_id'])
    .where('post_social_id', '=', postSocialId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const own = new Map(existing.map(attachment => [attachment.id, attachment]))
  const added: number[] = []
  for (const action of changes.media_actions) {
    if (action.action === 'attach') {
      const id = await attach(call, postSocialId, action)
      if (typeof id !== 'number') return id
      added.push(id)
      continue
    }
    const attachment = own.get(action.id)
    if (!attachment) return fail('not_found')
    if (action.action === 'detach') {
      await call.tx.deleteFrom('attachments').where('id', '=', action.id).execute()
      own.delete(action.id)
      continue
    }
    const refusal = await update(call, attachment, action)
    if (refusal) return refusal
  }
  const known = new Set(existing.map(attachment => attachment.id))
  const ordered = changes.attachment_order ?? []
  if (ordered.some(id => !known.has(id))) return fail('not_found')
  const stay = [...new Set([...ordered, ...own.keys()])].filter(id => own.has(id))
  await renumber(call, [...stay, ...added])
  return null
}

type Attach = Extract<MediaAction, { action: 'attach' }>

type Update = Extract<MediaAction, { action: 'update' }>

const invalid = (text: string): Refusal =>
  fail('validation_error', { message: text, errors: { media_actions: [text] } })

const attach = async (
  call: ScopedCall,
  postSocialId: number,
  { object_id, thumbnail_object_id, description, extra_fields }: Attach,
): Promise<number | Refusal> => {
  const problem = attachmentProblem({ description, hasFile: object_id !== undefined, extra_fields })
  if (problem) return invalid(problem)
  const refusal = await fileRefusal(call, description, { object_id, thumbnail_object_id })
  if (refusal) return refusal
  const { tx, scope, now } = call
  const { id } = await tx
    .insertInto('attachments')
    .values({
      post_social_id: postSocialId,
      project_id: scope.projectId,
      media_id: object_id ?? null,
      thumbnail_media_id: thumbnail_object_id ?? null,
      description,
      extra_fields: JSON.stringify(extra_fields),
      position: 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const update = async (
  call: ScopedCall,
  attachment: { id: number; description: Attach['description']; media_id: number | null },
  { extra_fields, object_id, thumbnail_object_id }: Update,
): Promise<Refusal | null> => {
  const { id, description, media_id } = attachment
  const problem = attachmentProblem({ description, hasFile: media_id !== null, extra_fields })
  if (problem) return invalid(problem)
  if (object_id !== undefined && media_id === null) return invalid('Only a file can be replaced by another')
  const refusal = await fileRefusal(call, description, { object_id, thumbnail_object_id })
  if (refusal) return refusal
  await call.tx
    .updateTable('attachments')
    .set({
      extra_fields: JSON.stringify(extra_fields),
      updated_at: call.now,
      ...(object_id === undefined ? {} : { media_id: object_id }),
      ...(thumbnail_object_id === undefined ? {} : { thumbnail_media_id: thumbnail_object_id }),
    })
    .where('id', '=', id)
    .execute()
  return null
}

type Files = Pick<Attach, 'object_id' | 'thumbnail_object_id'>

/** Files must belong to the project; a card's picture and a video's thumbnail must be images. */
const fileRefusal = async (
  call: ScopedCall,
  description: Attach['description'],
  { object_id, thumbnail_object_id }: Files,
): Promise<Refusal | null> => {
  const kind = object_id === undefined ? null : await readKind(call, object_id)
  const thumbnailKind = thumbnail_object_id ? await readKind(call, thumbnail_object_id) : null
  if (kind === undefined || thumbnailKind === undefined) return fail('not_found')
  if (description !== 'media' && kind !== null && kind !== 'image') return invalid('A card takes a photo')
  return thumbnailKind !== null && thumbnailKind !== 'image' ? invalid('A thumbnail is a photo') : null
}

const readKind = async ({ tx, scope }: ScopedCall, mediaId: number) => {
  const media = await tx
    .selectFrom('medias')
    .select('object_type')
    .where('id', '=', mediaId)
    .where('project_id', '=', scope.projectId)
    .where('source', 'not in', ofOtherThings)
    .where('deleted_at', 'is', null)
    // A transaction that deletes or cleans the file waits for this one, or this one for it.
    .forKeyShare()
    .executeTakeFirst()
  return media?.object_type
}

const renumber = async ({ tx }: ScopedCall, ids: readonly number[]): Promise<void> => {
  for (const [position, id] of ids.entries())
    await tx.updateTable('attachments').set({ position }).where('id', '=', id).execute()
}

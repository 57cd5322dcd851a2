import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { toMediaFile } from '#domain/media/files.ts'
import type * as contract from '#domain/media/contract.ts'
import type { Media, ObjectData } from '#domain/media/model.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import { can } from '#domain/permissions/can.ts'
import { hiddenFromClients } from '#domain/posts/status.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'

type MediaRow = Pick<
  Row<'medias'>,
  | 'storage_key'
  | 'object_type'
  | 'content_type'
  | 'original_name'
  | 'file_size'
  | 'width'
  | 'height'
  | 'duration_seconds'
  | 'has_previews'
  | 'user_id'
>

/** A stored file as the wire tells it. */
export const toObjectData = (row: MediaRow, publicUrl: string): ObjectData => {
  const url = (size: 'small' | 'medium' | 'original') => publicUrlOf(publicUrl, row.storage_key, size)
  return {
    public_url: url('original'),
    content_type: row.content_type,
    file_size: row.file_size,
    options: {
      width: row.width,
      height: row.height,
      ratio: row.width !== null && row.height ? row.width / row.height : null,
      type: row.object_type,
      duration: row.duration_seconds,
    },
    is_temporary: false,
    original_name: row.original_name,
    user_id: row.user_id,
    previews: row.has_previews
      ? { small: url('small'), medium: url('medium'), original: url('original') }
      : null,
  }
}

export const toWireMedia = (row: Row<'medias'>, publicUrl: string): Media => ({
  id: row.id,
  project_id: row.project_id,
  object_type: row.object_type,
  object_data: toObjectData(row, publicUrl),
  created_at: row.created_at.toISOString(),
})

const shownToClient = (userId: number): RawBuilder<SqlBool> => sql`(
  medias.user_id = ${userId}
  or exists (
    select 1 from attachments a join post_socials s on s.id = a.post_social_id join posts p on p.id = s.post_id
    where medias.id in (a.media_id, a.thumbnail_media_id) and s.deleted_at is null and p.deleted_at is null
      and s.status <> all(${[...hiddenFromClients]}))
  or exists (
    select 1 from approval_action_attachments t join approval_actions c on c.id = t.approval_action_id
    where t.media_id = medias.id and c.round = 'external'))`

/** Files by id: for a client their own, and those of versions and of external rounds that they see; ids can be guessed. */
export const listMediasByIds = async (
  { params }: Input<typeof contract.listMedias>,
  { tx, scope, person, services }: ScopedCall,
): Promise<Answer<typeof contract.listMedias>> => {
  const rows = await tx
    .selectFrom('medias')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('id', 'in', params.ids.split(',').slice(0, 200).map(Number))
    .where('deleted_at', 'is', null)
    .$if(!can(scope, 'post.seeInternalApprovalRound'), query => query.where(shownToClient(person.userId)))
    .orderBy('id')
    .execute()
  return rows.map(row => toWireMedia(row, services.config.publicUrl))
}

/** What the networks would not take about one file. */
export const checkOneMedia = async (
  { params, body }: Input<typeof contract.checkMedia>,
  { tx, scope, services }: ScopedCall,
): Promise<Answer<typeof contract.checkMedia>> => {
  if (body.media_id !== params.mediaId)
    return fail('validation_error', { errors: { media_id: ['Not the file of the path'] } })
  const row = await tx
    .selectFrom('medias')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('id', '=', params.mediaId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const file = row && toMediaFile(toObjectData(row, services.config.publicUrl))
  if (!file) return fail('not_found')
  const restrictions = body.social_options.map(option => ({
    ...option,
    errors: fileProblems(option.social_network_name, option.post_social_type, file).map(({ text }) => text),
  }))
  return { is_valid: restrictions.every(({ errors }) => errors.length === 0), restrictions }
}

import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import { toMediaFile } from '#domain/media/files.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toObjectData } from './medias.ts'

/** What the networks would reject about one file. */
export const checkMedia = async (
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

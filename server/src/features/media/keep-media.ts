import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { ofOtherThings } from './media-use.ts'

/** Takes back an announced cleaning for good. Not kept any more, a file begins to count as unused from now on. */
export const keepMedia = async (
  { params, body }: Input<typeof contract.keepMedia>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.keepMedia>> => {
  const kept = await tx
    .updateTable('medias')
    .set({ kept_at: body.is_kept ? now : null, clean_after: null, unused_since: null })
    .where('id', '=', params.mediaId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .where('source', 'not in', ofOtherThings)
    .returning('id')
    .executeTakeFirst()
  return kept ? {} : fail('not_found')
}

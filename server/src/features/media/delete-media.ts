import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { isUsed, isUsedByPosts } from './media-use.ts'

const inPost = 'A post uses this file. Remove it from the post first.'
const inBinnedPost = 'A post in the bin uses this file. It can be deleted when that post has left the bin.'

/** Only files that no post uses: a file that was approved with a post stays. Its bytes are purged later, by `cleanMedia`. */
export const deleteMedia = async (
  { params }: Input<typeof contract.deleteMedia>,
  { tx, scope, person, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.deleteMedia>> => {
  const media = await tx
    .selectFrom('medias')
    .select('id')
    .where('id', '=', params.mediaId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!media) return fail('not_found')
  const used = await tx
    .selectFrom('medias')
    .select(isUsedByPosts(now).as('is_shown'))
    .where('id', '=', media.id)
    .where(isUsed(now))
    .executeTakeFirst()
  if (used) return fail('illegal_transition', { message: used.is_shown ? inPost : inBinnedPost })
  await tx
    .updateTable('medias')
    .set({ deleted_at: now, deleted_by: person.userId })
    .where('id', '=', media.id)
    .execute()
  await emit({ type: 'bin.changed' })
  return {}
}

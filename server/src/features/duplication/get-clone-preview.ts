import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { findCloneTarget } from './clone-targets.ts'
import { listOffers, readSources } from './sources.ts'

export const getClonePreview = async (
  { params: { postId }, query }: Input<typeof contract.getClonePreview>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getClonePreview>> => {
  const target = await findCloneTarget(call.db, call, query.to_project_id)
  if (isFailure(target)) return target
  const [source] = await readSources(call.db, call, [postId])
  if (!source) return postNotFound(postId)
  const files = source.versions.flatMap(({ attachments }) =>
    attachments.flatMap(({ object_id, thumbnail_object_id }) =>
      [object_id, thumbnail_object_id].filter(id => id !== null),
    ),
  )
  return {
    timezone: target.timezone,
    offers: await listOffers(call.db, source, target),
    files: target.projectId === call.scope.projectId ? 0 : new Set(files).size,
  }
}

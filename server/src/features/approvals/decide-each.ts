import type { DecisionResults } from '#domain/approvals/model.ts'
import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { inSavepoint } from '#server/platform/db/savepoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toRefusalRow } from './sendings/sendings.ts'

/** Decides about several versions, one after the other: one that is refused leaves no trace, and the others are decided all the same. */
export const decideEach = async <D extends { readonly post_social_id: number }>(
  call: ScopedCall,
  decisions: readonly D[],
  /** @returns the id of the post */
  decide: (decision: D, call: ScopedCall) => Promise<number | Failure>,
): Promise<DecisionResults> => {
  await lockAll(
    call,
    decisions.map(({ post_social_id }) => post_social_id),
  )
  const results: DecisionResults['results'] = []
  const decided = new Set<number>()
  for (const decision of decisions) {
    const postId = await inSavepoint(call.tx, () => decide(decision, call))
    if (!isFailure(postId)) decided.add(postId)
    const refusal = isFailure(postId) ? toRefusalRow(postId) : null
    results.push({ post_social_id: decision.post_social_id, refusal })
  }
  return { results, posts: await readPosts(call.tx, viewerOf(call), [...decided], call.now) }
}

/** Locks all of their posts before the first decision: in the order of the decisions, two calls could wait for each other. */
const lockAll = async ({ tx, scope }: ScopedCall, socialIds: readonly number[]): Promise<void> => {
  const rows = await tx
    .selectFrom('post_socials')
    .select('post_id')
    .distinct()
    .where('id', 'in', socialIds)
    .where('project_id', '=', scope.projectId)
    .execute()
  const postIds = rows.map(({ post_id }) => post_id)
  if (postIds.length > 0) await lockPostSocials(tx, scope, postIds)
}

import type * as contract from '#domain/approvals/snapshot-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import { readActions } from '#server/features/approvals/history.ts'
import { withoutNames } from '#server/features/marks/marks.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { compareSchedules, compareSnapshotContents } from './comparison.ts'
import { knownVersions, ownDecisions } from './known-versions.ts'
import { readSeenSnapshots } from './seen-snapshots.ts'
import type { ReviewedContent } from './snapshots.ts'

/** What somebody who decides again has not seen yet: nothing of it says who changed it, and a client reads nothing of the internal round. */
export const getChangesSinceDecision = async (
  { params }: Input<typeof contract.getChangesSinceDecision>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getChangesSinceDecision>> => {
  const { db, services, person } = call
  const seen = await readSeenSnapshots(db, call, params.postId, call.now)
  if (isFailure(seen)) return seen
  const own = ownDecisions(seen.reviewed, person)
  const last = own.at(-1)
  if (!last)
    return { decided_at: null, decision: null, changes: [], unchanged: [], schedule: null, request: null }
  // Of each version the latest: with several networks each may have been decided by itself.
  const before = new Map(own.map(({ postSocialId, digest }) => [postSocialId, digest]))
  const known = knownVersions(own, seen.present)
  const { publicUrl } = services.config
  return {
    decided_at: last.createdAt.toISOString(),
    decision: last.type,
    changes: await compareSnapshotContents(db, { before, after: seen.present }, publicUrl),
    unchanged: seen.post.post_socials
      .filter(({ id }) => known.has(id))
      .map(({ id, version, social_network }) => ({ post_social_id: id, version, social_network })),
    schedule: await compareSchedules(db, params.postId, { from: last.createdAt, to: null }),
    request: await findRequest(call, seen.reviewed, last),
  }
}

type Changes = Exclude<Answer<typeof contract.getChangesSinceDecision>, Failure>

/** The latest request for revision that the caller may read, their own decision or a later one. */
const findRequest = async (
  { db, services }: ScopedPoolCall,
  reviewed: readonly ReviewedContent[],
  last: ReviewedContent,
): Promise<Changes['request']> => {
  const named = reviewed.findLast(
    ({ type, actionId }) => type === 'revision_requested' && actionId >= last.actionId,
  )
  if (!named) return null
  const actions = await readActions(
    db,
    [...new Set(reviewed.map(row => row.postSocialId))],
    services.config.publicUrl,
  )
  const action = [...actions.values()].flat().find(({ id }) => id === named.actionId)
  if (!action) return null
  const { post_social_id, message, checkboxes, marks } = action
  // The reader may be a client.
  return withoutNames({ post_social_id, message, checkboxes, ...(marks && { marks }) })
}

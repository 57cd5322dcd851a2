import type * as contract from '#domain/approvals/contract.ts'
import { instantsOf, rangeProblem } from '#domain/calendar/range.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import type { Answer } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Post } from '#domain/posts/model.ts'
import { approvalReading, type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { listScheduledSummaries } from '#server/features/posts/summaries.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/**
 * The rounds that wait for a person of this role: the external round for external approvers, the internal one for everyone else, and
 * both for admins, who may decide both (docs/product/approvals.md "Who decides").
 */
export const pendingFor = (role: Role | null): PostSocialStatus[] => {
  if (role === 'external-approver') return ['pending_external_approval']
  const isAdmin = role === 'agency-admin' || role === 'super-admin'
  return isAdmin ? ['pending_internal_approval', 'pending_external_approval'] : ['pending_internal_approval']
}

/**
 * What counts as approved for this role and is not live: for an internal approver also what the client still has to decide. Posts in
 * the caller's pending list are not repeated here (docs/product/approvals.md "Approval list").
 */
export const approvedFor = (role: Role | null): PostSocialStatus[] =>
  postSocialStatuses.filter(status => {
    if (status === 'approved') return true
    const reading = approvalReading(status, role ?? 'content-creator')
    return reading === 'approved' && status !== 'live' && !pendingFor(role).includes(status)
  })

export const listInRange = async (
  call: ScopedPoolCall,
  statuses: readonly PostSocialStatus[],
  range: DayRange,
): Promise<Answer<typeof contract.listApprovedInRange>> => {
  const problem = rangeProblem(range)
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const days = instantsOf(range, call.scope.timezone)
  const scheduled = await listScheduledSummaries(call.db, call.scope, days, call.now)
  return {
    post_schedules: scheduled.filter(({ post }) =>
      post.post_socials.some(social => statuses.includes(social.status)),
    ),
  }
}

/** Scheduled posts with a version in one of these statuses, by their time; versions that require a revision come last in their post. */
export const listByStatus = async (
  call: ScopedPoolCall,
  statuses: readonly PostSocialStatus[],
): Promise<Post[]> => {
  const { db, scope, now } = call
  const stored = statuses.filter(status => status !== 'deleted')
  const rows = await db
    .selectFrom('schedules')
    .innerJoin('posts', 'posts.id', 'schedules.post_id')
    .select('posts.id')
    .where('schedules.project_id', '=', scope.projectId)
    .where('schedules.deleted_at', 'is', null)
    .where('posts.deleted_at', 'is', null)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('post_socials')
          .select('post_socials.id')
          .whereRef('post_socials.post_id', '=', 'posts.id')
          .where('post_socials.status', 'in', stored),
      ),
    )
    .orderBy('schedules.datetime')
    .orderBy('posts.id')
    .execute()
  const posts = await readPosts(
    db,
    viewerOf(call),
    rows.map(row => row.id),
    now,
  )
  return posts.map(post => ({ ...post, post_socials: revisionsLast(post.post_socials) }))
}

const revisionsLast = (socials: Post['post_socials']): Post['post_socials'] => {
  const needsRevision = (social: Post['post_socials'][number]) => social.status === 'requires_revision'
  return [...socials.filter(social => !needsRevision(social)), ...socials.filter(needsRevision)]
}

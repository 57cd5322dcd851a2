import { awaitedApprovers } from '#domain/approvals/awaited-approvers.ts'
import type * as contract from '#domain/approvals/contract.ts'
import { type ApprovalListName, placeOf, readPlace } from '#domain/approvals/list-place.ts'
import { instantsOf, rangeProblem } from '#domain/calendar/range.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Post } from '#domain/posts/model.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { listScheduledSummaries } from '#server/features/posts/summaries.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { type ListFilter, readPage, statusesOf } from './list-rows.ts'

const listInRange = async (
  call: ScopedPoolCall,
  list: ApprovalListName,
  range: DayRange,
): Promise<Answer<typeof contract.listApprovedInRange>> => {
  const problem = rangeProblem(range)
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const statuses = statusesOf(list, call.scope.role)
  const days = instantsOf(range, call.scope.timezone)
  const scheduled = await listScheduledSummaries(call.db, call.scope, days, call.now)
  return {
    post_schedules: scheduled.filter(({ post }) =>
      post.post_socials.some(social => statuses.includes(social.status)),
    ),
  }
}

type WireFilter = Input<typeof contract.getApprovalNeighbours>['query']

/** The filter as the rows are read by. */
export const filterOf = async (
  call: ScopedPoolCall,
  { waiting_for: userId, late, ...filter }: Omit<WireFilter, 'list' | 'at'>,
): Promise<ListFilter> => ({
  ...filter,
  isLate: late === 'true',
  waitingFor: userId === undefined ? undefined : { userId, types: await awaitedTypes(call, userId) },
})

/** The kinds of rounds that wait for this person where nobody was chosen. */
export const awaitedTypes = async (call: ScopedPoolCall, userId: number): Promise<ApprovalType[]> => {
  const people = await listPeople(call.db, call.scope, call.services.config.publicUrl)
  return typesAwaiting(people, userId)
}

export const typesAwaiting = (people: readonly ProjectUser[], userId: number): ApprovalType[] =>
  approvalTypes.filter(type => awaitedApprovers(people, type, null).some(({ id }) => id === userId))

type PageQuery = Input<typeof contract.listPendingApproval>['query']

/**
 * A page of a list; versions that require a revision come last in their post. The place of the last post leads on, so a post
 * that is decided in between moves nothing (decision 38).
 */
const listPage = async (
  call: ScopedPoolCall,
  list: ApprovalListName,
  { limit, after, posts: only, waiting_for, campaign, ...filter }: PageQuery,
): Promise<Post[]> => {
  const found = await readPage(call, list, await filterOf(call, { ...filter, waiting_for, campaign }), {
    // One more says whether there is a next page.
    limit: limit + 1,
    ...(after === undefined ? {} : { after: readPlace(after) }),
    ...(only === undefined ? {} : { only: only.split(',').map(Number) }),
  })
  const posts = await readListed(call, found.slice(0, limit))
  const last = posts.at(-1)
  if (found.length > limit && last)
    call.linkNext({
      ...filter,
      ...(waiting_for === undefined ? {} : { waiting_for: String(waiting_for) }),
      ...(campaign === undefined ? {} : { campaign: String(campaign) }),
      limit: String(limit),
      after: placeOf(last, filter.order) ?? '',
    })
  return posts
}

export const listPendingApproval = (
  { query }: Input<typeof contract.listPendingApproval>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listPendingApproval>> => listPage(call, 'pending', query)

export const listApproved = (
  { query }: Input<typeof contract.listApproved>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listApproved>> => listPage(call, 'approved', query)

export const listPendingApprovalInRange = (
  { params }: Input<typeof contract.listPendingApprovalInRange>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listPendingApprovalInRange>> => listInRange(call, 'pending', params)

export const listApprovedInRange = (
  { params }: Input<typeof contract.listApprovedInRange>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listApprovedInRange>> => listInRange(call, 'approved', params)

/** The first posts that wait for the caller, in the order of the list; none that waits for others is read. */
export const listWaiting = async (
  call: ScopedPoolCall,
  limit: number,
): Promise<{ posts: Post[]; hasMore: boolean }> => {
  const found = await readPage(call, 'pending', {}, { limit: limit + 1, isWaiting: true })
  return { posts: await readListed(call, found.slice(0, limit)), hasMore: found.length > limit }
}

/** The posts as the lists show them. */
export const readListed = async (call: ScopedPoolCall, ids: readonly number[]): Promise<Post[]> => {
  const posts = await readPosts(call.db, viewerOf(call), ids, call.now)
  return posts.map(post => ({ ...post, post_socials: revisionsLast(post.post_socials) }))
}

const revisionsLast = (socials: Post['post_socials']): Post['post_socials'] => {
  const needsRevision = (social: Post['post_socials'][number]) => social.status === 'requires_revision'
  return [...socials.filter(social => !needsRevision(social)), ...socials.filter(needsRevision)]
}

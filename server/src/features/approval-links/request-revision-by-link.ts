import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { requestRevision } from '#server/features/approvals/revisions/request-revision.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordLinkUse } from './decisions.ts'

export const requestRevisionByLink = async (
  { body: { version, ...body } }: Input<typeof contract.requestRevisionByLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.requestRevisionByLink>> => {
  const { tx, scope } = call
  const shown = await tx
    .selectFrom('approvals as a')
    .innerJoin('post_socials as s', 's.id', 'a.post_social_id')
    .innerJoin('posts as p', 'p.id', 's.post_id')
    .select(['s.version', 'a.status', 'a.type'])
    .where('a.id', '=', body.approval_id)
    .where('a.project_id', '=', scope.projectId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (shown?.type !== 'external') return fail('not_found')
  // The link opens what waits: taking an approval back needs signing in.
  if (shown.status !== 'open') return fail('already_decided')
  if (shown.version !== version) return fail('stale_version')
  const answer = await requestRevision(
    { body: { ...body, mentions: [] }, params: undefined, query: undefined },
    call,
  )
  if (!isFailure(answer)) await recordLinkUse(call, 'post.revision_requested_by_link', [answer.id])
  return answer
}

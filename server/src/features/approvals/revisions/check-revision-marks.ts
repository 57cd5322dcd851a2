import type * as contract from '#domain/approvals/conversation-contract.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { findAction } from '#server/features/approvals/history.ts'
import { tickMarks } from '#server/features/marks/marks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Ticks off what a request for revision, a question or an answer marks (docs/product/marks.md "Ticking off"). */
export const checkRevisionMarks = async (
  { body }: Input<typeof contract.checkRevisionMarks>,
  call: ScopedCall,
): Promise<Answer<typeof contract.checkRevisionMarks>> => {
  const { tx, scope, services } = call
  const { approval_action_id } = body
  const action = await tx
    .selectFrom('approval_actions as a')
    .innerJoin('post_socials as s', 's.id', 'a.post_social_id')
    .select(['a.round', 'a.post_social_id', 's.post_id'])
    .where('a.id', '=', approval_action_id)
    .where('a.project_id', '=', scope.projectId)
    .forUpdate('a')
    .executeTakeFirst()
  if (!action?.round || !maySeeRound(scope, action.round)) return fail('not_found')
  const refusal = await tickMarks(call, { approval_action_id }, body.marks)
  if (refusal) return refusal
  await call.emit({
    type: 'approval.checklist_ticked',
    postId: action.post_id,
    postSocialId: action.post_social_id,
    detail: { approval_action_id },
  })
  return { marks: (await findAction(tx, approval_action_id, services.config.publicUrl))?.marks ?? [] }
}

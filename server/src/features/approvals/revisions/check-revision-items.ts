import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { findAction } from '#server/features/approvals/history.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Ticks or unticks items of a revision's checklist: all the named ones, or none (docs/product/approvals.md "Checklist"). */
export const checkRevisionItems = async (
  { body }: Input<typeof contract.checkRevisionItems>,
  call: ScopedCall,
): Promise<Answer<typeof contract.checkRevisionItems>> => {
  const { tx, scope, services } = call
  const action = await tx
    .selectFrom('approval_actions as a')
    .innerJoin('post_socials as s', 's.id', 'a.post_social_id')
    .select(['a.approval_id', 'a.post_social_id', 's.post_id'])
    .where('a.id', '=', body.approval_action_id)
    .where('a.project_id', '=', scope.projectId)
    .forUpdate('a')
    .executeTakeFirst()
  if (!action) return fail('not_found')
  const isNamed =
    (body.approval_id ?? action.approval_id) === action.approval_id &&
    (body.post_social_id ?? action.post_social_id) === action.post_social_id
  if (!isNamed) return fail('not_found')
  for (const [index, item] of body.checkboxes.entries()) {
    const { numUpdatedRows } = await tx
      .updateTable('approval_checkboxes')
      .set({ is_checked: item.is_checked })
      .where('id', '=', item.id)
      .where('approval_action_id', '=', body.approval_action_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      return fail('validation_error', {
        errors: { [`checkboxes.${index}.id`]: ['This item is not on the checklist'] },
      })
  }
  await call.emit({
    type: 'approval.checklist_ticked',
    postId: action.post_id,
    postSocialId: action.post_social_id,
    detail: { approval_action_id: body.approval_action_id },
  })
  const ticked = await findAction(tx, body.approval_action_id, services.config.publicUrl)
  return { checkboxes: ticked?.checkboxes ?? [], attachments: ticked?.attachments ?? [] }
}

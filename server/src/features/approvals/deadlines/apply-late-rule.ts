import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { isSettingOn, LATE_GOES_LIVE } from '#domain/permissions/settings.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { autoApproveExternal } from '#server/features/approvals/auto-approve-external.ts'
import { answerPost, getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { readDeadlines } from './deadlines.ts'

const refusals = {
  off: 'This project does not let posts go live without the client.',
  early: 'The client’s deadline has not passed yet.',
  internal: 'The internal approval is not finished.',
}

/** Does now what the project does at the publish time with a client who is late (docs/product/approvals.md "Late clients"). */
export const applyLateRule = async (
  { body }: Input<typeof contract.applyLateRule>,
  call: ScopedCall,
): Promise<Answer<typeof contract.applyLateRule>> => {
  const { tx, scope, now } = call
  const refuse = (message: string) => fail('illegal_transition', { message })
  if (!isSettingOn(scope.settings, LATE_GOES_LIVE)) return refuse(refusals.off)
  const before = await getPostFor(tx, viewerOf(call), body.post_id, now)
  if ('code' in before) return fail('not_found')
  if (before.decide_by === null || new Date(before.decide_by) > now) return refuse(refusals.early)
  // Rounds that began later have later deadlines: a client is late with some versions, and not yet with others.
  const deadlines = await readDeadlines(
    tx,
    before.post_socials.map(({ id }) => id),
  )
  const isDue = (id: number) => (deadlines.get(id) ?? now) <= now
  await autoApproveExternal(tx, { scope, postId: body.post_id, now, isDue })
  const after = await answerPost(tx, call, body.post_id, now)
  if ('code' in after) return after
  return after.post_socials.filter(isWaiting).length < before.post_socials.filter(isWaiting).length
    ? after
    : refuse(
        after.post_socials.some(one => isWaiting(one) && !isDue(one.id)) ? refusals.early : refusals.internal,
      )
}

const isWaiting = ({ status }: PostSocial): boolean => status === 'pending_external_approval'

import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import { waitBeforeRecipient, waitBeforeSending } from '#server/features/projects/outgoing.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { makeLink } from './links.ts'
import { emailOf } from './person.ts'

export const createApprovalLink = async (
  { body }: Input<typeof contract.createApprovalLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createApprovalLink>> => {
  const { tx, scope, person, services } = call
  const { projectId, settings } = scope
  const wanted = { userId: body.user_id, projectId, settings, createdBy: person.userId }
  if (isSettingOn(settings, 'approval-link-mail-only')) return fail('links_by_mail_only')
  const link = { kind: 'link', agencyId: scope.agencyId, recipient: `user ${body.user_id}` } as const
  const wait = (await waitBeforeSending(call, link)) ?? (await waitBeforeRecipient(call, link))
  if (wait !== null) return fail('too_many_requests', { wait })
  const made = await makeLink(tx, services, wanted)
  if (!made) return fail('not_found')
  const subject = await emailOf(tx, body.user_id)
  await audit(tx, byScoped(call), { action: 'approval_link.created', subject })
  return { url: made.url, expires_at: made.expiresAt.toISOString() }
}

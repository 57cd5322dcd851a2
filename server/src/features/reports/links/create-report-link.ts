import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { type createReportLink as contract, REPORT_LINK_DAYS } from '#domain/reports/contract.ts'
import { waitBeforeSending } from '#server/features/projects/outgoing.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'
import type { Recipient } from '../recipients.ts'
import { findReport, nameOf } from '../reports.ts'

const DAY_MS = 86_400_000

export const createReportLink = async (
  { params }: Input<typeof contract>,
  call: ScopedCall,
): Promise<Answer<typeof contract>> => {
  const { tx, scope } = call
  const row = await findReport(tx, scope, params.reportId)
  if (!row) return fail('not_found')
  if (row.sent_at === null) return fail('report_not_sent')
  const wait = await waitBeforeSending(call, { kind: 'link', agencyId: scope.agencyId })
  if (wait !== null) return fail('too_many_requests', { wait })
  const { url, expiresAt } = await makeReportLink(call, row.id, null)
  await audit(tx, byScoped(call), { action: 'report_link.created', subject: nameOf(row) })
  return { url, expires_at: expiresAt.toISOString() }
}

/** A link to a frozen report, of which only the hash is kept. `recipient`: the person it is mailed to; null: its maker passes it on. */
export const makeReportLink = async (
  { tx, scope, person, now, services }: ScopedCall,
  reportId: number,
  recipient: Recipient | null,
): Promise<{ readonly url: string; readonly expiresAt: Date }> => {
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + REPORT_LINK_DAYS * DAY_MS)
  await tx
    .insertInto('report_links')
    .values({
      token_hash: hashSecret(token),
      report_id: reportId,
      project_id: scope.projectId,
      created_by: person.userId,
      created_at: now,
      expires_at: expiresAt,
      email: recipient?.email ?? null,
      user_id: recipient?.userId ?? null,
      is_copied: recipient === null,
    })
    .execute()
  // After the number sign: no log, no Referer header and no proxy ever has the secret.
  return { url: `${services.config.publicUrl}/report#${token}`, expiresAt }
}

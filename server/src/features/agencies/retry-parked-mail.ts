import { sql } from 'kysely'
import type * as contract from '#domain/agencies/parked-mails-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { findAgencyUser } from '#server/features/team/memberships.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { sendMailQueue } from '#server/platform/mail/queue.ts'

/** Sends it as it was, with the same Message-ID: whoever did get it has it once. */
export const retryParkedMail = async (
  { params: { mailId } }: Input<typeof contract.retryParkedMail>,
  call: AgencyCall,
): Promise<Answer<typeof contract.retryParkedMail>> => {
  const { tx, agency, services, now } = call
  const mail = await tx
    .updateTable('outgoing_mails')
    .set({ status: 'queued', queued_at: now, failed_at: null, last_error: null })
    .where('id', '=', mailId)
    .where('agency_id', '=', agency.agencyId)
    .where('status', '=', 'failed')
    .where('sealed', 'is not', null)
    .returning('recipient')
    .executeTakeFirst()
  if (!mail) return fail('not_found')
  if (!(await isExpected(call, mail.recipient)))
    return fail('recipient_left', { values: { email: mail.recipient } })
  await services.jobs.enqueue(tx, sendMailQueue, { mailId })
  return {}
}

/** What the mail says is for somebody of the agency, or whom it has invited: not for one who has left since. */
const isExpected = async ({ tx, agency, now }: AgencyCall, recipient: string): Promise<boolean> => {
  const invited = await tx
    .selectFrom('invitations')
    .select('id')
    .where('agency_id', '=', agency.agencyId)
    .where(sql`lower(email)`, '=', recipient)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (invited) return true
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', recipient)
    .where('is_blocked', '=', false)
    .executeTakeFirst()
  return user !== undefined && (await findAgencyUser(tx, agency.agencyId, user.id)) !== null
}

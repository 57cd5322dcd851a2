import { sql } from 'kysely'
import type * as contract from '#domain/agencies/parked-mails-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { mailLifecycle } from '#domain/kernel/mail-status.ts'
import { findAgencyUser } from '#server/features/team/memberships.ts'
import { move } from '#server/platform/db/move.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { sendMailQueue } from '#server/platform/mail/queue.ts'

/** Sends it as it was, with the same Message-ID: whoever did get it has it once. */
export const retryParkedMail = async (
  { params: { mailId } }: Input<typeof contract.retryParkedMail>,
  call: AgencyCall,
): Promise<Answer<typeof contract.retryParkedMail>> => {
  const { tx, agency, services, now } = call
  const mail = await tx
    .selectFrom('outgoing_mails')
    .select(['recipient', 'kind'])
    .where('id', '=', mailId)
    .where('agency_id', '=', agency.agencyId)
    .where('status', '=', 'failed')
    .where('sealed', 'is not', null)
    .executeTakeFirst()
  if (!mail) return fail('not_found')
  if (!(await isExpected(call, mail.recipient)) && !(await isOutsideReader(call, mail)))
    return fail('recipient_left', { values: { email: mail.recipient } })
  const again = { queued_at: now, failed_at: null, last_error: null }
  // Somebody else has sent it again or discarded it meanwhile.
  if (!(await move(tx, mailLifecycle, mailId, 'sent_again', again))) return fail('not_found')
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

/** A report is mailed to anybody, also to people whom no project knows; to one of its people only while they are that. */
const isOutsideReader = async (
  { tx, agency }: AgencyCall,
  { recipient, kind }: { readonly recipient: string; readonly kind: string },
): Promise<boolean> =>
  kind === 'report' &&
  (await tx
    .selectFrom('report_sendings as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select('s.id')
    .where('p.agency_id', '=', agency.agencyId)
    .where('s.email', '=', recipient)
    .where('s.user_id', 'is', null)
    .executeTakeFirst()) !== undefined

import { sql } from 'kysely'
import type * as contract from '#domain/agencies/parked-mails-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { mailLifecycle } from '#domain/kernel/mail-status.ts'
import { findAgencyUser } from '#server/features/team/memberships.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { AgencyCall, SignedInCall } from '#server/platform/http/route.ts'
import { sendMailQueue } from '#server/platform/mail/queue.ts'

export const retryParkedMail = async (
  { params: { mailId } }: Input<typeof contract.retryParkedMail>,
  { agency, ...call }: AgencyCall,
): Promise<Answer<typeof contract.retryParkedMail>> => retryMail(call, mailId, agency.agencyId)

type Retry = Pick<SignedInCall, 'tx' | 'services' | 'now'>

/**
 * Sends it as it was, with the same Message-ID, so that a recipient who did get it has it once. `agencyId`: the agency it must belong to;
 * null: any mail, also one about a person's own account.
 */
export const retryMail = async (
  { tx, services, now }: Retry,
  mailId: number,
  agencyId: number | null,
): Promise<Failure<'not_found' | 'recipient_left'> | Record<never, never>> => {
  const mail = await tx
    .selectFrom('outgoing_mails')
    .select(['recipient', 'kind', 'agency_id'])
    .where('id', '=', mailId)
    .where('status', '=', 'failed')
    .where('sealed', 'is not', null)
    .$if(agencyId !== null, query => query.where('agency_id', '=', agencyId))
    .executeTakeFirst()
  if (!mail) return fail('not_found')
  const sender = mail.agency_id === null ? null : { tx, now, agencyId: mail.agency_id }
  if (sender && !(await isExpected(sender, mail.recipient)) && !(await isOutsideReader(sender, mail)))
    return fail('recipient_left', { values: { email: mail.recipient } })
  const again = { queued_at: now, failed_at: null, last_error: null }
  // Somebody else has sent it again or discarded it in the meantime.
  if (!(await move(tx, mailLifecycle, mailId, 'sent_again', again))) return fail('not_found')
  await services.jobs.enqueue(tx, sendMailQueue, { mailId })
  return {}
}

type Sender = { readonly tx: Tx; readonly now: Date; readonly agencyId: number }

/** The mail is for people of the agency, or people it has invited, and not for somebody who has left since. */
const isExpected = async ({ tx, agencyId, now }: Sender, recipient: string): Promise<boolean> => {
  const invited = await tx
    .selectFrom('invitations')
    .select('id')
    .where('agency_id', '=', agencyId)
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
  return user !== undefined && (await findAgencyUser(tx, agencyId, user.id)) !== null
}

/** A report is mailed to anybody, also to people whom no project knows; to one of its people only while they are that. */
const isOutsideReader = async (
  { tx, agencyId }: Sender,
  { recipient, kind }: { readonly recipient: string; readonly kind: string },
): Promise<boolean> =>
  kind === 'report' &&
  (await tx
    .selectFrom('report_sendings as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select('s.id')
    .where('p.agency_id', '=', agencyId)
    .where('s.email', '=', recipient)
    .where('s.user_id', 'is', null)
    .executeTakeFirst()) !== undefined

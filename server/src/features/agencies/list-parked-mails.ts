import type * as contract from '#domain/agencies/parked-mails-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { readParkedMails } from '#server/platform/mail/parked.ts'

const SHOWN = 100

export const listParkedMails = async (
  _input: Input<typeof contract.listParkedMails>,
  { db, agency }: AgencyPoolCall,
): Promise<Answer<typeof contract.listParkedMails>> => {
  const rows = await readParkedMails(db, { agencyId: agency.agencyId, limit: SHOWN })
  return rows.map(row => ({ ...parkedMailOf(row), created_at: row.created_at.toISOString() }))
}

type ParkedRow = Awaited<ReturnType<typeof readParkedMails>>[number]

/** What people read of a mail that was given up. */
export const parkedMailOf = ({ id, recipient, subject, last_error, created_at, failed_at }: ParkedRow) => ({
  id,
  recipient,
  subject,
  reason: last_error ?? '',
  failed_at: (failed_at ?? created_at).toISOString(),
})

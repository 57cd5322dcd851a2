import { type ReadOnlyReason, readOnlyTextsForAdmins } from '#domain/billing/read-only-text.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { WriteGuard } from '#server/platform/http/route.ts'
import { isBilled, readOnlyReason } from './standings.ts'

/** Clients are not told what their agency owes. */
const messageFor = (role: Role | null, reason: ReadOnlyReason): string => {
  if (role === 'agency-admin' || role === 'super-admin') return readOnlyTextsForAdmins[reason]
  return role === 'external-approver'
    ? 'This project is read-only at the moment. Please ask your agency.'
    : 'Your agency is read-only at the moment. Please ask an admin of your agency.'
}

/** Refuses to change anything in an agency whose subscription does not allow it (docs/product/billing.md "Read-only"). */
export const refuseWrite = async (
  { config, db }: Parameters<WriteGuard>[0],
  { agencyId, role }: Parameters<WriteGuard>[1],
  now: Date,
): Promise<Failure<'subscription_read_only'> | null> => {
  const reason = isBilled(config) ? await readOnlyReason(db, agencyId, now) : null
  return reason && fail('subscription_read_only', { message: messageFor(role, reason) })
}

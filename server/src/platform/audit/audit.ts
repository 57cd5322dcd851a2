import type { AuditAction, AuditValues } from '#domain/kernel/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { AgencyContext, ScopedContext, SignedInContext } from '#server/platform/http/route.ts'
import { announceChange } from './announce-change.ts'

/** Who makes a change, from where, and in which agency. `actorId` null: the product itself. */
export type AuditBy = {
  readonly agencyId: number
  readonly projectId: number | null
  readonly actorId: number | null
  readonly address: string | null
  readonly now: Date
}

export type AuditChange = {
  readonly action: AuditAction
  /** Who or what was changed, as people call it: an email address, a project's name, a network. */
  readonly subject: string
  readonly old?: AuditValues
  readonly new?: AuditValues
}

/** The caller of a project's endpoint, for the audit log. */
export const byScoped = ({ scope, person, address, now }: ScopedContext): AuditBy => ({
  agencyId: scope.agencyId,
  projectId: scope.projectId,
  actorId: person.userId,
  address,
  now,
})

/** The caller of an agency's endpoint, for the audit log. */
export const byAgencyCall = ({ agency, person, address, now }: AgencyContext): AuditBy => ({
  agencyId: agency.agencyId,
  projectId: null,
  actorId: person.userId,
  address,
  now,
})

/** The caller of an endpoint that found the project by something other than its id, for the audit log. */
export const byProject = async (
  tx: Tx,
  projectId: number,
  { person, address, now }: SignedInContext,
): Promise<AuditBy> => {
  const { agency_id: agencyId } = await tx
    .selectFrom('projects')
    .select('agency_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { agencyId, projectId, actorId: person.userId, address, now }
}

/**
 * Records a change in the audit log, in the transaction that makes it: no change without an entry, no entry without a change. Other
 * people's open pages are updated after the commit. The values can be read by people later, so they never contain a secret (decision 18).
 */
export const audit = async (tx: Tx, by: AuditBy, change: AuditChange): Promise<void> => {
  await tx
    .insertInto('audit_log')
    .values({
      agency_id: by.agencyId,
      project_id: by.projectId,
      actor_id: by.actorId,
      action: change.action,
      subject: change.subject,
      ...(change.old ? { old: JSON.stringify(change.old) } : {}),
      ...(change.new ? { new: JSON.stringify(change.new) } : {}),
      address: by.address,
      created_at: by.now,
    })
    .execute()
  await announceChange(tx, by, change.action)
}

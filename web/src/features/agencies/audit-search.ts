import { auditWords } from '#domain/agencies/audit-log.ts'
import type { AuditAction } from '#domain/kernel/audit.ts'
import { isLocalDate } from '#domain/kernel/time.ts'
import type { AuditFilters } from './api.ts'

/** The filters as they appear in the address. */
export type AuditSearch = {
  action?: string | undefined
  person?: number | undefined
  project?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

const isAction = (text: string | undefined): text is AuditAction =>
  text !== undefined && Object.hasOwn(auditWords, text)

const dayOf = (text: string | undefined): string | undefined =>
  text !== undefined && isLocalDate(text) ? text : undefined

/** Reads filters from an address that somebody may have typed; invalid ones are left out. */
export const filtersOf = ({ action, person, project, from, to }: AuditSearch): AuditFilters => ({
  action: isAction(action) ? action : undefined,
  actorId: person,
  projectId: project,
  from: dayOf(from),
  to: dayOf(to),
})

/** Whether they hide anything of the log. */
export const isNarrowed = (filters: AuditFilters): boolean =>
  Object.values(filters).some(value => value !== undefined)

import { type Action, type Grant, permissionTable, type Role } from './table.ts'

/** What `can` needs to know about a person in a project. */
export type Actor = {
  readonly role: Role | null
  /** The per-person project setting `content-manager` is `'true'` (docs/product/team.md "Content Manager"). */
  readonly isContentManager?: boolean
  /** The project setting `skip-approval-and-schedule` is `'true'` for this person or the project. */
  readonly maySkipApproval?: boolean
  /** For pages, of an archived project; the server refuses every change by itself. */
  readonly offersNoChange?: boolean
}

/** Whether the actor may do the action. Without a role: nothing. */
export const can = (actor: Actor, action: Action): boolean => {
  const { role } = actor
  const grant: Grant = permissionTable[action]
  if (role === null || (actor.offersNoChange === true && grant.changes)) return false
  return (
    grant.roles.includes(role) ||
    (actor.isContentManager === true && grant.managed?.includes(role) === true) ||
    (actor.maySkipApproval === true && grant.skipping?.includes(role) === true)
  )
}

/** The admins of an agency and of the installation. */
export const isAdmin = (actor: Actor): boolean =>
  actor.role === 'agency-admin' || actor.role === 'super-admin'

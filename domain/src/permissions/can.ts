import { type Action, permissionTable, type Role } from './table.ts'

/** What `can` needs to know about a person in a project. */
export type Actor = {
  readonly role: Role | null
  /** The per-person project setting `content-manager` is `'true'` (docs/product/team.md "Content Manager"). */
  readonly isContentManager?: boolean
  /** The project setting `skip-approval-and-schedule` is `'true'` for this person or the project. */
  readonly maySkipApproval?: boolean
  /** The project is archived, and pages offer nothing new in it; the server refuses every change by itself. */
  readonly offersNothingNew?: boolean
}

/** What pages offer for something that is not there yet. */
const begins: readonly Action[] = ['post.create', 'label.edit', 'campaign.edit', 'note.write']

/** Whether the actor may do the action. Without a role: nothing. */
export const can = (actor: Actor, action: Action): boolean => {
  const { role } = actor
  if (role === null || (actor.offersNothingNew === true && begins.includes(action))) return false
  const grant: { roles: readonly Role[]; managed?: readonly Role[]; skipping?: readonly Role[] } =
    permissionTable[action]
  return (
    grant.roles.includes(role) ||
    (actor.isContentManager === true && grant.managed?.includes(role) === true) ||
    (actor.maySkipApproval === true && grant.skipping?.includes(role) === true)
  )
}

/** The admins of an agency and of the installation. */
export const isAdmin = (actor: Actor): boolean =>
  actor.role === 'agency-admin' || actor.role === 'super-admin'

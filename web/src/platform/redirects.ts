import type { Me } from '#domain/accounts/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { isSettingOn, type OwnProject } from '#domain/projects/model.ts'

const admins: readonly Role[] = ['super-admin', 'agency-admin']
const makers: readonly Role[] = [...admins, 'content-creator']
const approvers: readonly Role[] = ['internal-approver', 'external-approver']

/** Who may open which page (document 1 section 6 "Route access"; document 2 section 6: admins open the approval pages too). */
export const routeRoles = {
  calendar: makers,
  managePost: makers,
  calendarApproval: approvers,
  approval: [...admins, ...approvers],
  /** General, Team, External Approver. */
  administration: admins,
  socialAccounts: admins,
  /** Who may edit labels (`label.edit`): the documents name no role for this page. */
  labels: makers,
} as const satisfies Record<string, readonly Role[]>

export const isApprover = (project: Pick<OwnProject, 'role'>): boolean => approvers.includes(project.role)

/**
 * Document 1 section 2 "Protected routes": one of the route's roles, or the flag `can_create_agency`, or the project setting
 * `content-manager` of this person. What the page then shows and does is the permission table's to say.
 */
export const mayOpen = (
  me: Pick<Me, 'can_create_agency'>,
  project: OwnProject,
  allowed: readonly Role[],
): boolean =>
  allowed.includes(project.role) || me.can_create_agency || isSettingOn(project.setting, 'content-manager')

/** A project's first page: the approval calendar for approvers, else the calendar. */
export const homeOfProject = (project: Pick<OwnProject, 'id' | 'role'>): string =>
  `/${project.id}/${isApprover(project) ? 'calendar-approval' : 'calendar'}`

/** Where a person without a project makes what they need, in the order of the rules. */
const steps = [
  // Where the installation takes no cards none is missing: the status is then `not_needed`.
  ['/add-card', me => me.can_create_agency && me.card_status === 'none'],
  ['/create-agency/1', me => me.can_create_agency],
  ['/create-project/1', me => me.can_create_project],
] as const satisfies readonly (readonly [string, (me: Going) => boolean])[]

type Going = Pick<Me, 'projects' | 'can_create_agency' | 'can_create_project' | 'card_status'>

/** Where a signed-in person is sent from a public page (document 1 section 2 "Redirect rules"). */
export const destinationOf = (me: Going, origin: string | null): string => {
  const [current] = me.projects
  if (current !== undefined) return origin ?? homeOfProject(current)
  const step = steps.find(([, applies]) => applies(me))
  return step?.[0] ?? '/without-project'
}

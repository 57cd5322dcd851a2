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
  socialAccounts: admins,
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

/**
 * Where a signed-in person is sent from a public page (document 1 section 2 "Redirect rules"). The steps for a card, an agency
 * and a project stand between "no project" and the empty page; they join here with their screens.
 */
export const destinationOf = (me: Pick<Me, 'projects'>, origin: string | null): string => {
  const [current] = me.projects
  if (current === undefined) return '/without-project'
  return origin ?? homeOfProject(current)
}

import type { Me } from '#domain/accounts/model.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { OwnProject } from '#domain/projects/model.ts'

const admins: readonly Role[] = ['super-admin', 'agency-admin']
const makers: readonly Role[] = [...admins, 'content-creator']
const approvers: readonly Role[] = ['internal-approver', 'external-approver']

/** Who may open which page (docs/product/team.md "Page access"). */
export const routeRoles = {
  calendar: makers,
  /** Who may browse the content list (`content.browse`, decision 51). */
  content: makers,
  /** Who sees figures (`analytics.see`, docs/product/analytics.md "Who sees them"). */
  analytics: makers,
  managePost: makers,
  calendarApproval: approvers,
  approval: [...admins, ...approvers],
  /** Everybody is notified of something (docs/product/notifications.md "Settings"). */
  notifications: [...makers, ...approvers],
  /** General, Team, External Approver. */
  administration: admins,
  socialAccounts: admins,
  /** Those who run the installation (docs/product/status.md "The page"). */
  operation: ['super-admin'],
  /** Who may edit labels (`label.edit`, docs/product/labels.md "Who edits"). */
  labels: makers,
  /** Who may edit campaigns (`campaign.edit`, docs/product/campaigns.md "Who edits"). */
  campaigns: makers,
  /** Who may restore from the bin (`bin.restore`, docs/product/bin.md "Who may use it"). */
  bin: makers,
  /** Who may browse the library (`media.browse`, docs/product/media.md "Library"). */
  mediaLibrary: makers,
  /** Who may import posts (`post.create`, docs/product/imports.md "What it does"). */
  importPosts: makers,
  /** Who may write reports (`report.write`, docs/product/reports.md "Reports"). */
  reporting: makers,
  /** Who may use pools (`hashtagPool.edit`, docs/product/hashtags.md "Who uses pools"). */
  hashtagPools: makers,
} as const satisfies Record<string, readonly Role[]>

export const isApprover = (project: Pick<OwnProject, 'role'>): boolean => approvers.includes(project.role)

/**
 * One of the route's roles, or the flag `can_create_agency`, or this person's project setting `content-manager`
 * (docs/product/team.md "Page access"). What the page then shows and allows is up to the permission table.
 */
export const mayOpen = (
  me: Pick<Me, 'can_create_agency'>,
  project: OwnProject,
  allowed: readonly Role[],
): boolean =>
  allowed.includes(project.role) || me.can_create_agency || isSettingOn(project.setting, 'content-manager')

/** Admins of an agency, where the installation takes cards: for others the card is not theirs to see (docs/product/billing.md "Billing page"). */
export const mayOpenBilling = (me: Pick<Me, 'can_create_project' | 'card_status' | 'agency'>): boolean =>
  me.can_create_project && me.agency !== null && ['none', 'active'].includes(me.card_status)

/** Admins, and those who write posts for several projects (`board.see`, docs/product/board.md "Who sees it"). */
export const mayOpenBoard = ({ projects }: Pick<Me, 'projects'>): boolean =>
  projects.some(({ role }) => admins.includes(role)) ||
  projects.filter(({ role }) => makers.includes(role)).length > 1

/** A project's first page: the approval calendar for approvers, else the calendar. */
export const homeOfProject = (project: Pick<OwnProject, 'id' | 'role'>): string =>
  `/${project.id}/${isApprover(project) ? 'calendar-approval' : 'calendar'}`

/** Where somebody who may found an agency begins. */
export const foundAgencyHref = ({ card_status }: Pick<Me, 'card_status'>): string =>
  card_status === 'none' ? '/add-card' : '/create-agency/1'

/** Where a person without a project creates what they need, in order. */
const steps = [
  // Who was invited came for that.
  ['/invitations', me => (me.open_invitations ?? 0) > 0],
  // If the installation takes no cards none is missing: the status is then `not_needed`.
  ['/add-card', me => me.can_create_agency && me.card_status === 'none'],
  ['/create-agency/1', me => me.can_create_agency],
  ['/create-project/1', me => me.can_create_project],
] as const satisfies readonly (readonly [string, (me: Going) => boolean])[]

type Going = Pick<
  Me,
  | 'projects'
  | 'can_create_agency'
  | 'can_create_project'
  | 'card_status'
  | 'open_invitations'
  | 'lands_on_board'
>

/** People who have chosen the board begin there as long as they may still open it. */
const isOnBoard = (me: Pick<Me, 'projects' | 'lands_on_board'>): boolean =>
  me.lands_on_board === true && mayOpenBoard(me)

/** Where a signed-in person is sent from a public page (docs/product/accounts.md "After sign-in"). */
export const destinationOf = (me: Going, origin: string | null): string => {
  const [current] = me.projects
  if (current !== undefined) return origin ?? (isOnBoard(me) ? '/board' : homeOfProject(current))
  const step = steps.find(([, applies]) => applies(me))
  return step?.[0] ?? '/without-project'
}

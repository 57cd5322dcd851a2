import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { can } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { findOwnProject, meQuery } from '#web/platform/me.ts'
import { destinationOf, mayOpen, mayOpenBilling, mayOpenBoard } from '#web/platform/redirects.ts'
import { browser, endRefusedSession, rememberOrigin, takeOrigin } from '#web/platform/session.ts'
import { readToken } from '#web/platform/token.ts'
import { toast } from '#web/ui/toast.tsx'

export type RouterContext = { readonly queryClient: QueryClient }
type Guarded = { readonly context: RouterContext }

/** Never resolves: the browser is on its way to the login page. */
const leaving = () => new Promise<never>(() => undefined)

/**
 * Sends people who are not signed in or blocked to the login page, and remembers the wanted page (docs/product/accounts.md
 * "Protected pages").
 */
export const requireSession = async ({ context }: Guarded) => {
  if (readToken() === null) {
    rememberOrigin()
    browser.toLogin()
    return leaving()
  }
  try {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (!me.is_blocked) return { me }
    endRefusedSession(new ApiError({ status: 401, code: 'account_blocked', message: '' }))
    return leaving()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return leaving()
    throw error
  }
}

/** Redirects a signed-in person away from a public page; the link of an invitation leads to the page that asks about it. */
export const redirectSignedIn = async (guarded: Guarded): Promise<never> => {
  await requireSession(guarded)
  const query = new URLSearchParams(window.location.search)
  const invitation = query.get('invitation')
  if (invitation) throw redirect({ to: '/invitations', search: { token: invitation }, replace: true })
  if (query.has('token')) toast.info('You are signed in already. Sign out first to use the link.')
  const { me } = await requireSession(guarded)
  throw redirect({ href: destinationOf(me, takeOrigin()), replace: true })
}

type Watched = Guarded & { readonly preload: boolean }
type OfProject = Watched & { readonly params: { readonly projectId: number } }

/** Sends a person to their own first page, and says why. */
const turnAway = (reason: string, { preload }: Pick<Watched, 'preload'>): never => {
  // A link under the pointer is preloaded: nobody has gone anywhere yet.
  if (!preload) toast.info(reason)
  throw redirect({ to: '/', replace: true })
}

/** The same words for both, so that nobody learns which projects exist. */
const missingProject = 'This project does not exist, or you are not in it.'

/** The project of the address, which the person must be in. */
export const requireProject = async (visit: OfProject) => {
  const { me } = await requireSession(visit)
  const project = await findOwnProject(visit.context.queryClient, me, {
    projectId: visit.params.projectId,
    isPreload: visit.preload,
  })
  return { me, project: project ?? turnAway(missingProject, visit) }
}

/** Requires one of these roles in the project of the address; anybody else is sent to their own first page, and told. */
export const requireRole =
  (allowed: readonly Role[]) =>
  async (visit: OfProject): Promise<void> => {
    const { me, project } = await requireProject(visit)
    if (!mayOpen(me, project, allowed)) turnAway('You are not allowed to open this page.', visit)
  }

type AgencyStep = Watched & { readonly params: { readonly step: number } }

/**
 * The card step: for people who may create an agency, who may also choose another card there, and for the admin of an agency
 * without a card.
 */
export const requireCardStep = async (visit: Watched): Promise<void> => {
  const { me } = await requireSession(visit)
  if (me.card_status === 'none' || (me.card_status === 'active' && me.may_found_agency)) return
  turnAway(
    me.card_status === 'not_needed' ? 'You do not need to add a card.' : 'Your agency already has a card.',
    visit,
  )
}

/** The billing page: for admins of an agency, where the installation takes cards. */
export const requireBilling = async (visit: Watched): Promise<void> => {
  const { me } = await requireSession(visit)
  if (!mayOpenBilling(me)) turnAway('You are not allowed to open this page.', visit)
}

/** The board: for admins, and for those who write posts for several projects. */
export const requireBoard = async (visit: Watched): Promise<void> => {
  const { me } = await requireSession(visit)
  if (!mayOpenBoard(me)) turnAway('You are not allowed to open this page.', visit)
}

/** The agency wizard: for people who may create an agency; step 2, and step 1 again, for those who have created one. */
export const requireAgencyStep = async (visit: AgencyStep): Promise<void> => {
  const { me } = await requireSession(visit)
  if (me.can_create_project && me.agency !== null) return
  if (!me.may_found_agency) turnAway('You are not allowed to create an agency.', visit)
  if (me.card_status === 'none') turnAway('Add a card first; then create your agency.', visit)
  if (visit.params.step > 1) turnAway('Create your agency first; then invite people to it.', visit)
}

type ProjectStep = AgencyStep & { readonly search: { readonly project?: number | undefined } }

/**
 * The project wizard. Without a project that this person manages there is only the first step (docs/product/projects.md
 * "Creating a project").
 */
export const requireProjectStep = async (visit: ProjectStep): Promise<void> => {
  const { me } = await requireSession(visit)
  if (!me.can_create_project) turnAway('Only admins of an agency can create projects.', visit)
  const { project: id } = visit.search
  if (id === undefined) {
    if (visit.params.step > 1) turnAway('Create the project first.', visit)
    return
  }
  const wanted = { projectId: id, isPreload: visit.preload }
  const project =
    (await findOwnProject(visit.context.queryClient, me, wanted)) ?? turnAway(missingProject, visit)
  if (!can({ role: project.role }, 'project.manage'))
    turnAway('You are not allowed to change this project.', visit)
}

import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { can } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { meQuery, ownProjectOf } from '#web/platform/me.ts'
import { destinationOf, mayOpen } from '#web/platform/redirects.ts'
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

/** Redirects a signed-in person away from a public page, and says so if they followed a mailed link. */
export const redirectSignedIn = async (guarded: Guarded): Promise<never> => {
  const { me } = await requireSession(guarded)
  if (/[?&](token|invitation)=/.test(window.location.search))
    toast.info('You are signed in already. Sign out first to use the link.')
  throw redirect({ href: destinationOf(me, takeOrigin()), replace: true })
}

type OfProject = Guarded & { readonly params: { readonly projectId: number }; readonly preload: boolean }

/** Requires one of these roles in the project of the address; anybody else is sent to their own first page, and told. */
export const requireRole =
  (allowed: readonly Role[]) =>
  async ({ context, params, preload }: OfProject): Promise<void> => {
    const { me } = await requireSession({ context })
    const project = ownProjectOf(me, params.projectId)
    if (project !== null && mayOpen(me, project, allowed)) return
    // A link under the pointer is preloaded: nobody has gone anywhere yet.
    if (!preload) toast.info('You are not allowed to open this page.')
    throw redirect({ to: '/', replace: true })
  }

type AgencyStep = Guarded & { readonly params: { readonly step: number } }

/**
 * The card step: for people who may create an agency, who may also choose another card there, and for the admin of an agency
 * without a card.
 */
export const requireCardStep = async ({ context }: Guarded): Promise<void> => {
  const { me } = await requireSession({ context })
  if (me.card_status === 'none' || (me.card_status === 'active' && me.can_create_agency)) return
  throw redirect({ to: '/', replace: true })
}

/** The agency wizard: for people who may create an agency; step 2, and step 1 again, for those who have created one. */
export const requireAgencyStep = async ({ context, params }: AgencyStep): Promise<void> => {
  const { me } = await requireSession({ context })
  const isOfOwn = me.can_create_project && me.agency !== null
  const mayBegin = me.can_create_agency && me.card_status !== 'none'
  if (isOfOwn || (params.step === 1 && mayBegin)) return
  throw redirect({ to: '/', replace: true })
}

type ProjectStep = AgencyStep & { readonly search: { readonly project?: number | undefined } }

/**
 * The project wizard. Without a project that this person manages there is only the first step (docs/product/projects.md
 * "Creating a project").
 */
export const requireProjectStep = async ({ context, params, search }: ProjectStep): Promise<void> => {
  const { me } = await requireSession({ context })
  if (!me.can_create_project) throw redirect({ to: '/', replace: true })
  const project = search.project === undefined ? null : ownProjectOf(me, search.project)
  const isManaged = project !== null && can({ role: project.role }, 'project.manage')
  if (isManaged || (params.step === 1 && search.project === undefined)) return
  throw redirect({ to: '/', replace: true })
}

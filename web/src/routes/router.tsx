import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { homeOfProject, routeRoles } from '#web/platform/redirects.ts'
import {
  redirectSignedIn,
  requireAgencyStep,
  requireBilling,
  requireBoard,
  requireCardStep,
  requireProject,
  requireProjectStep,
  requireRole,
  requireSession,
} from './guard.ts'
import { PageFailed, PageLoading, PageMissing } from './page-states.tsx'
import {
  creationRoute,
  missing,
  pagesRoute,
  projectRoute,
  rootRoute,
  socialParams,
} from './parent-routes.tsx'
import {
  analyticsSearch,
  approvalSearch,
  boardSearch,
  calendarSearch,
  connectSearch,
  contentSearch,
  designReturn,
  designToolCallback,
  importSearch,
  invitationsSearch,
  linkedinReturn,
  managePostSearch,
  mediaSearch,
  parseSearch,
  reportingSearch,
  stringifySearch,
  twitterReturn,
  wizardSearch,
} from './search.ts'
import { settingsRoutes } from './settings/settings-routes.tsx'

/** The public pages. Signed out, main.tsx shows them before there is a router; a signed-in person is redirected. */
const signedOut = { getParentRoute: () => rootRoute, beforeLoad: redirectSignedIn } as const
const loginRoute = createRoute({ ...signedOut, path: '/' })
const signupRoute = createRoute({ ...signedOut, path: '/signup' })
const resetPasswordRoute = createRoute({ ...signedOut, path: '/reset-password' })
const changePasswordRoute = createRoute({ ...signedOut, path: '/change-password' })

const withoutProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/without-project',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./without-project.tsx'), 'WithoutProjectPage'),
})

const invitationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations',
  validateSearch: invitationsSearch,
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./invitations.tsx'), 'InvitationsPage'),
})

const stepParams = <Step extends number>(steps: readonly Step[]) => ({
  parse: (params: { step: string }) => {
    const step = steps.find(each => String(each) === params.step)
    if (step === undefined) throw notFound()
    return { step }
  },
  stringify: ({ step }: { step: Step }) => ({ step: String(step) }),
})

const addCardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add-card',
  beforeLoad: requireCardStep,
  component: lazyRouteComponent(() => import('./creation/add-card.tsx'), 'AddCardPage'),
})

const billingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing',
  beforeLoad: requireBilling,
  component: lazyRouteComponent(() => import('./settings/billing.tsx'), 'BillingPage'),
})

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/board',
  validateSearch: boardSearch,
  beforeLoad: requireBoard,
  component: lazyRouteComponent(() => import('./board.tsx'), 'BoardPage'),
})

const archivedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/archived',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./archived.tsx'), 'ArchivedPage'),
})

const offeredRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offered',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./offered.tsx'), 'OfferedPage'),
})

const createAgencyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-agency/$step',
  params: stepParams([1, 2]),
  beforeLoad: requireAgencyStep,
  component: lazyRouteComponent(() => import('./creation/create-agency.tsx'), 'CreateAgencyPage'),
})

const createProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-project/$step',
  params: stepParams([1, 2, 3, 4]),
  validateSearch: wizardSearch,
  beforeLoad: requireProjectStep,
  component: lazyRouteComponent(() => import('./creation/create-project.tsx'), 'CreateProjectPage'),
})

/** The address of a project alone leads to its first page. */
const projectStartRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: '/',
  beforeLoad: async visit => {
    const { project } = await requireProject(visit)
    throw redirect({ to: homeOfProject(project), replace: true })
  },
})

/** An unknown page of the project: shown with its menus, which lead on. */
const missingPageRoute = createRoute({ getParentRoute: () => pagesRoute, ...missing })

const calendarRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'calendar',
  staticData: { title: 'Calendar' },
  validateSearch: calendarSearch,
  beforeLoad: requireRole(routeRoles.calendar),
  component: lazyRouteComponent(() => import('./calendar.tsx'), 'CalendarPage'),
})

const calendarApprovalRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'calendar-approval',
  staticData: { title: 'Calendar' },
  validateSearch: calendarSearch,
  beforeLoad: requireRole(routeRoles.calendarApproval),
  component: lazyRouteComponent(() => import('./approval/calendar-approval.tsx'), 'CalendarApprovalPage'),
})

const contentRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'content',
  staticData: { title: 'Content' },
  validateSearch: contentSearch,
  beforeLoad: requireRole(routeRoles.content),
  component: lazyRouteComponent(() => import('./content.tsx'), 'ContentPage'),
})

/** The menu's entry: it is the current one whichever network is shown. */
const analyticsStartRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'analytics',
  beforeLoad: ({ params: { projectId } }) => {
    throw redirect({
      to: '/$projectId/analytics/$social',
      replace: true,
      params: { projectId, social: 'facebook' },
    })
  },
})

const analyticsRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'analytics/$social',
  params: socialParams,
  staticData: { title: 'Analytics' },
  validateSearch: analyticsSearch,
  beforeLoad: requireRole(routeRoles.analytics),
  component: lazyRouteComponent(() => import('./analytics.tsx'), 'AnalyticsPage'),
})

const approvalListRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'approval',
  staticData: { title: 'Approval' },
  validateSearch: approvalSearch,
  beforeLoad: requireRole(routeRoles.approval),
  component: lazyRouteComponent(() => import('./approval/approval-list.tsx'), 'ApprovalListPage'),
})

const approvalItemRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'approval/$social',
  params: socialParams,
  staticData: { title: 'Approval' },
  validateSearch: approvalSearch,
  beforeLoad: requireRole(routeRoles.approval),
  component: lazyRouteComponent(() => import('./approval/approval-item.tsx'), 'ApprovalItemPage'),
})

const unapproveItemRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'unapprove/$social',
  params: socialParams,
  staticData: { title: 'Approval' },
  validateSearch: approvalSearch,
  beforeLoad: requireRole(routeRoles.approval),
  component: lazyRouteComponent(() => import('./approval/unapprove-item.tsx'), 'UnapproveItemPage'),
})

const mediaLibraryRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'media',
  staticData: { title: 'Media' },
  validateSearch: mediaSearch,
  beforeLoad: requireRole(routeRoles.mediaLibrary),
  component: lazyRouteComponent(() => import('./media-library.tsx'), 'MediaLibraryPage'),
})

const importPostsRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'content/import',
  staticData: { title: 'Import posts' },
  validateSearch: importSearch,
  beforeLoad: requireRole(routeRoles.importPosts),
  component: lazyRouteComponent(() => import('./import-posts.tsx'), 'ImportPostsPage'),
})

const reportingRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'reporting',
  staticData: { title: 'Reports' },
  validateSearch: reportingSearch,
  beforeLoad: requireRole(routeRoles.reporting),
  component: lazyRouteComponent(() => import('./reporting.tsx'), 'ReportingPage'),
})

/** A full page load (`reloadDocument`): only this page's headers let a network's login script run. */
const connectRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: '$social/connect',
  params: socialParams,
  staticData: { title: 'Connect an account' },
  validateSearch: connectSearch,
  beforeLoad: requireRole(routeRoles.socialAccounts),
  component: lazyRouteComponent(() => import('./creation/connect.tsx'), 'ConnectPage'),
})

/** Returns from the networks and the design tool. */
const comingBack = { getParentRoute: () => rootRoute, beforeLoad: requireSession } as const

const linkedinReturnRoute = createRoute({
  ...comingBack,
  path: '/linkedin/callback',
  validateSearch: linkedinReturn,
  component: lazyRouteComponent(() => import('./creation/network-return.tsx'), 'LinkedinReturnPage'),
})

const twitterReturnRoute = createRoute({
  ...comingBack,
  path: '/twitter/callback',
  validateSearch: twitterReturn,
  component: lazyRouteComponent(() => import('./creation/network-return.tsx'), 'TwitterReturnPage'),
})

const designToolCallbackRoute = createRoute({
  ...comingBack,
  path: '/canva/callback',
  validateSearch: designToolCallback,
  component: lazyRouteComponent(() => import('./design-return.tsx'), 'DesignToolCallbackPage'),
})

const designReturnRoute = createRoute({
  ...comingBack,
  path: '/canva/return',
  validateSearch: designReturn,
  component: lazyRouteComponent(() => import('./design-return.tsx'), 'DesignReturnPage'),
})

const managePostRoute = createRoute({
  getParentRoute: () => creationRoute,
  path: 'manage-post/$social',
  params: socialParams,
  staticData: { title: 'Post' },
  validateSearch: managePostSearch,
  beforeLoad: requireRole(routeRoles.managePost),
  component: lazyRouteComponent(() => import('./manage-post.tsx'), 'ManagePostPage'),
})

const routeTree = rootRoute.addChildren([
  loginRoute,
  signupRoute,
  resetPasswordRoute,
  changePasswordRoute,
  withoutProjectRoute,
  invitationsRoute,
  addCardRoute,
  billingRoute,
  boardRoute,
  archivedRoute,
  offeredRoute,
  createAgencyRoute,
  createProjectRoute,
  linkedinReturnRoute,
  twitterReturnRoute,
  designToolCallbackRoute,
  designReturnRoute,
  projectRoute.addChildren([
    pagesRoute.addChildren([
      projectStartRoute,
      calendarRoute,
      calendarApprovalRoute,
      contentRoute,
      analyticsStartRoute,
      analyticsRoute,
      approvalListRoute,
      approvalItemRoute,
      unapproveItemRoute,
      mediaLibraryRoute,
      importPostsRoute,
      reportingRoute,
      settingsRoutes,
      connectRoute,
      missingPageRoute,
    ]),
    creationRoute.addChildren([managePostRoute]),
  ]),
])

/** The pages behind the login. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: PageMissing,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { routeRoles } from '#web/platform/redirects.ts'
import { requireProject, requireRole } from '../guard.ts'
import { missing, pagesRoute } from '../parent-routes.tsx'
import { auditSearch, binSearch } from '../search.ts'

const settingsRoute = createRoute({
  getParentRoute: () => pagesRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-layout.tsx'), 'SettingsLayout'),
})

/** Where "Settings" leads (docs/product/projects.md "Settings menu"). */
const settingsStartRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: async visit => {
    const { project } = await requireProject(visit)
    const isAdmin = routeRoles.administration.some(role => role === project.role)
    const to = `/$projectId/settings/${isAdmin ? 'general' : 'notifications'}` as const
    throw redirect({ to, params: visit.params, replace: true })
  },
})

const generalSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'general',
  staticData: { title: 'General' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./general-settings.tsx'), 'GeneralSettingsPage'),
})

const teamSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'team',
  staticData: { title: 'Team' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./team-settings.tsx'), 'TeamSettingsPage'),
})

const clientSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'client',
  staticData: { title: 'External Approver' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./team-settings.tsx'), 'ClientSettingsPage'),
})

const socialAccountsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'social-accounts',
  staticData: { title: 'Social Accounts' },
  beforeLoad: requireRole(routeRoles.socialAccounts),
  component: lazyRouteComponent(() => import('../social-accounts.tsx'), 'SocialAccountsPage'),
})

const notificationSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'notifications',
  staticData: { title: 'Notifications' },
  beforeLoad: requireRole(routeRoles.notifications),
  component: lazyRouteComponent(() => import('./notification-settings.tsx'), 'NotificationSettingsPage'),
})

const hashtagSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'hashtag',
  // Fixed wording (docs/product/projects.md "Settings menu").
  staticData: { title: 'Hashtag Pools' },
  beforeLoad: requireRole(routeRoles.hashtagPools),
  component: lazyRouteComponent(() => import('./hashtag-settings.tsx'), 'HashtagSettingsPage'),
})

const labelsSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'labels',
  staticData: { title: 'Labels' },
  beforeLoad: requireRole(routeRoles.labels),
  component: lazyRouteComponent(() => import('./labels-settings.tsx'), 'LabelsSettingsPage'),
})

const campaignsSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'campaigns',
  staticData: { title: 'Campaigns' },
  beforeLoad: requireRole(routeRoles.campaigns),
  component: lazyRouteComponent(() => import('./campaigns-settings.tsx'), 'CampaignsSettingsPage'),
})

const binSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'bin',
  staticData: { title: 'Bin' },
  validateSearch: binSearch,
  beforeLoad: requireRole(routeRoles.bin),
  component: lazyRouteComponent(() => import('./bin-settings.tsx'), 'BinSettingsPage'),
})

const agencySettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'agency',
  staticData: { title: 'Company details' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./agency-settings.tsx'), 'AgencySettingsPage'),
})

const peopleSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'people',
  staticData: { title: 'People' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./agency-settings.tsx'), 'PeopleSettingsPage'),
})

const securitySettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'security',
  staticData: { title: 'Security' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./agency-settings.tsx'), 'SecuritySettingsPage'),
})

const chatSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'chat',
  staticData: { title: 'Chat channels' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./chat-settings.tsx'), 'ChatSettingsPage'),
})

const approvalTimesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'approval-times',
  staticData: { title: 'Approval times' },
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('../reporting.tsx'), 'ApprovalTimesPage'),
})

const auditLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'audit-log',
  staticData: { title: 'Audit log' },
  validateSearch: auditSearch,
  beforeLoad: requireRole(routeRoles.administration),
  component: lazyRouteComponent(() => import('./audit-log.tsx'), 'AuditLogPage'),
})

const statusRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'status',
  staticData: { title: 'Status' },
  beforeLoad: requireRole(routeRoles.operation),
  component: lazyRouteComponent(() => import('./status.tsx'), 'StatusPage'),
})

const missingSettingsRoute = createRoute({ getParentRoute: () => settingsRoute, ...missing })

/** The pages of the settings area. */
export const settingsRoutes = settingsRoute.addChildren([
  settingsStartRoute,
  generalSettingsRoute,
  teamSettingsRoute,
  clientSettingsRoute,
  socialAccountsRoute,
  agencySettingsRoute,
  peopleSettingsRoute,
  securitySettingsRoute,
  chatSettingsRoute,
  approvalTimesRoute,
  auditLogRoute,
  notificationSettingsRoute,
  hashtagSettingsRoute,
  labelsSettingsRoute,
  campaignsSettingsRoute,
  binSettingsRoute,
  statusRoute,
  missingSettingsRoute,
])

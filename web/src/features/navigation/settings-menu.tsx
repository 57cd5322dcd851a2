import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react'
import { Link, type LinkProps, useMatches } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { homeOfProject, mayOpenBilling, routeRoles } from '#web/platform/redirects.ts'
import classes from './settings-menu.module.css'

/** The pages of a project's settings, each for the roles that may open it (docs/product/projects.md "Settings menu"). */
const ofProject = [
  { to: '/$projectId/settings/general', label: 'General', roles: routeRoles.administration },
  { to: '/$projectId/settings/team', label: 'Team', roles: routeRoles.administration },
  { to: '/$projectId/settings/client', label: 'External Approver', roles: routeRoles.administration },
  { to: '/$projectId/settings/notifications', label: 'Notifications', roles: routeRoles.notifications },
  { to: '/$projectId/settings/hashtag', label: 'Hashtag Pools', roles: routeRoles.hashtagPools },
  { to: '/$projectId/settings/social-accounts', label: 'Social Accounts', roles: routeRoles.socialAccounts },
  { to: '/$projectId/settings/labels', label: 'Labels', roles: routeRoles.labels },
  { to: '/$projectId/settings/campaigns', label: 'Campaigns', roles: routeRoles.campaigns },
  { to: '/$projectId/settings/bin', label: 'Bin', roles: routeRoles.bin },
] as const

/** Those of its agency. */
const ofAgency = [
  { to: '/$projectId/settings/agency', label: 'Company details', roles: routeRoles.administration },
  { to: '/$projectId/settings/people', label: 'People', roles: routeRoles.administration },
  { to: '/$projectId/settings/chat', label: 'Chat channels', roles: routeRoles.administration },
  { to: '/$projectId/settings/approval-times', label: 'Approval times', roles: routeRoles.administration },
  { to: '/$projectId/settings/audit-log', label: 'Audit log', roles: routeRoles.administration },
  { to: '/$projectId/settings/security', label: 'Security', roles: routeRoles.administration },
] as const

/** Those of the whole installation. */
const ofInstallation = [
  { to: '/$projectId/settings/status', label: 'Status', roles: routeRoles.operation },
] as const

const pages = [...ofProject, ...ofAgency, ...ofInstallation]

/** Whether the person may open the settings page of this route; other routes are not restricted here. */
export const mayOpenSettings = ({ role }: OwnProject, route: string | undefined): boolean =>
  pages.find(({ to }) => to === route)?.roles.some(each => each === role) ?? true

/**
 * Back, then the pages that the person may open: those of the project and those of its agency (docs/product/projects.md "Settings menu").
 * On a phone the name of the current page opens all of them.
 */
export function SettingsMenu({ project }: { project: OwnProject }) {
  const me = useMe()
  const listId = useId()
  const route = useMatches({ select: matches => matches.at(-1)?.fullPath })
  // Open for one page: choosing another closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt !== null && openAt === route
  const current = pages.find(({ to }) => to === route)
  const open = (list: typeof pages) => list.filter(({ roles }) => roles.some(role => role === project.role))
  const agencyPages = open([...ofAgency])
  const installationPages = open([...ofInstallation])
  return (
    <div className={classes.menu}>
      <Link to={homeOfProject(project)} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        Back
      </Link>
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpenAt(isOpen ? null : (route ?? null))}
      >
        {current?.label ?? 'Settings'}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div id={listId} className={classes.lists} data-open={isOpen || undefined}>
        <Entries name="Project" label="Project settings">
          {open([...ofProject]).map(page => (
            <Entry key={page.to} to={page.to} params={{ projectId: project.id }} label={page.label} />
          ))}
        </Entries>
        {agencyPages.length > 0 && (
          <Entries name="Agency" label="Agency settings">
            {agencyPages.map(page => (
              <Entry key={page.to} to={page.to} params={{ projectId: project.id }} label={page.label} />
            ))}
            {mayOpenBilling(me) && me.agency?.id === project.agency_id && (
              <Entry to="/billing" label="Billing" />
            )}
          </Entries>
        )}
        {installationPages.length > 0 && (
          <Entries name="Installation" label="Installation">
            {installationPages.map(page => (
              <Entry key={page.to} to={page.to} params={{ projectId: project.id }} label={page.label} />
            ))}
          </Entries>
        )}
      </div>
    </div>
  )
}

type EntriesProps = { readonly name: string; readonly label: string; readonly children: ReactNode }

function Entries({ name, label, children }: EntriesProps) {
  return (
    <nav className={classes.list} aria-label={label}>
      <p className={classes.head} aria-hidden>
        {name}
      </p>
      {children}
    </nav>
  )
}

function Entry({ label, ...link }: LinkProps & { readonly label: string }) {
  return (
    <Link {...link} className={classes.link} activeProps={{ 'aria-current': 'page' }}>
      {label}
    </Link>
  )
}

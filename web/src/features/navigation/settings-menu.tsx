import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { homeOfProject, routeRoles } from '#web/platform/redirects.ts'
import classes from './settings-menu.module.css'

/** The pages of the settings, each for the roles that may open it (docs/product/projects.md "Settings menu"). */
const pages = [
  { to: '/$projectId/settings/general', label: 'General', roles: routeRoles.administration },
  { to: '/$projectId/settings/team', label: 'Team', roles: routeRoles.administration },
  { to: '/$projectId/settings/client', label: 'External Approver', roles: routeRoles.administration },
  { to: '/$projectId/settings/notifications', label: 'Notifications', roles: routeRoles.notifications },
  { to: '/$projectId/settings/hashtag', label: 'Hashtag Pools', roles: routeRoles.hashtagPools },
  { to: '/$projectId/settings/social-accounts', label: 'Social Accounts', roles: routeRoles.socialAccounts },
  { to: '/$projectId/settings/labels', label: 'Labels', roles: routeRoles.labels },
  { to: '/$projectId/settings/bin', label: 'Bin', roles: routeRoles.bin },
  { to: '/$projectId/settings/agency', label: 'Agency', roles: routeRoles.administration },
  { to: '/$projectId/settings/approval-times', label: 'Approval times', roles: routeRoles.administration },
  { to: '/$projectId/settings/audit-log', label: 'Audit log', roles: routeRoles.administration },
] as const

/** Whether the person may open the settings page of this route; other routes are not restricted here. */
export const mayOpenSettings = ({ role }: OwnProject, route: string | undefined): boolean =>
  pages.find(({ to }) => to === route)?.roles.some(each => each === role) ?? true

/** The settings menu: Back, then the pages that the person may open (docs/product/projects.md "Settings menu"). */
export function SettingsMenu({ project }: { project: OwnProject }) {
  const open = pages.filter(({ roles }) => roles.some(role => role === project.role))
  const menu = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: location => location.pathname })
  // On a phone the menu is one row, wider than the screen: scroll to the current page.
  useEffect(() => {
    const current = menu.current?.querySelector(`a[href="${pathname}"]`)
    current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={menu} className={classes.menu} aria-label="Settings">
      <Link to={homeOfProject(project)} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        Back
      </Link>
      {open.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ projectId: project.id }}
          className={classes.link}
          activeProps={{ 'aria-current': 'page' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

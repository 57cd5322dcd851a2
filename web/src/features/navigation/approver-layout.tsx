import { IconChecks, IconSearch } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { createLiveCards } from '#web/features/calendar/live-cards.ts'
import { useLiveUpdates } from '#web/platform/live-updates.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ConnectionNotice } from '#web/ui/page/connection-notice.tsx'
import { WithHeaderSlot } from '#web/ui/page/header-slot.tsx'
import { CommandCenter } from './commands/command-center.tsx'
import { openPalette } from './commands/opened-command.ts'
import classes from './layout.module.css'
import { LateBell } from './notifications/late-bell.tsx'
import { PageMain } from './page-main.tsx'
import { ProjectSwitch } from './projects/project-switch.tsx'
import { SkipLink } from './skip-link.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = { readonly project: OwnProject; readonly children: ReactNode }

/**
 * For internal and external approvers: no page menu (docs/product/projects.md "Page menu"), designed for a phone. In the
 * calendar one button leads to the posts to approve; the pages themselves lead back.
 */
export function ApproverLayout({ project, children }: Props) {
  const live = useLiveUpdates(project.id, createLiveCards)
  const isCalendar = useMatches({
    select: matches => matches.at(-1)?.routeId === '/$projectId/pages/calendar-approval',
  })
  return (
    <div className={classes.page}>
      <SkipLink />
      <WithHeaderSlot
        className={classes.slot}
        header={slot => (
          <header className={classes.header}>
            <ProjectSwitch project={project} />
            <span className={classes.space} />
            <ConnectionNotice state={live} />
            {isCalendar && (
              <LinkButton
                to="/$projectId/approval"
                params={{ projectId: project.id }}
                size="sm"
                flex="none"
                px="sm"
                leftSection={<IconChecks size={18} aria-hidden />}
              >
                To approve
              </LinkButton>
            )}
            {slot}
            <IconButton label="Search" visibleFrom="sm" onClick={openPalette}>
              <IconSearch size={18} aria-hidden />
            </IconButton>
            <LateBell />
            <UserMenu project={project} position="bottom-end" />
          </header>
        )}
      >
        <PageMain>{children}</PageMain>
      </WithHeaderSlot>
      <CommandCenter project={project} />
    </div>
  )
}

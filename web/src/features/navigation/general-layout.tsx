import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { createLiveCards } from '#web/features/calendar/live-cards.ts'
import { useLiveUpdates } from '#web/platform/live-updates.ts'
import { ConnectionNotice } from '#web/ui/page/connection-notice.tsx'
import { WithHeaderSlot } from '#web/ui/page/header-slot.tsx'
import { Keys } from '#web/ui/shortcuts.tsx'
import { CommandCenter } from './commands/command-center.tsx'
import { openPalette } from './commands/opened-command.ts'
import classes from './layout.module.css'
import { PhoneUnread } from './notifications/late-bell.tsx'
import { PageMain } from './page-main.tsx'
import { PageMenu } from './page-menu.tsx'
import { ProjectRail } from './project-rail.tsx'
import { ProjectMenu } from './projects/project-menu.tsx'
import { SkipLink } from './skip-link.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = { readonly project: OwnProject; readonly children: ReactNode }

/** Project rail on the left, page menu on top (docs/product/projects.md "Layouts"). */
export function GeneralLayout({ project, children }: Props) {
  const live = useLiveUpdates(project.id, createLiveCards)
  return (
    <div className={classes.withRail}>
      <SkipLink />
      <ProjectRail project={project} />
      <div className={classes.page}>
        <WithHeaderSlot
          className={classes.slot}
          header={slot => (
            <header className={classes.header}>
              <ProjectMenu project={project} />
              <PageMenu project={project} />
              <Button
                variant="default"
                size="xs"
                visibleFrom="md"
                leftSection={<IconSearch size={14} aria-hidden />}
                rightSection={<Keys keys="mod+k" />}
                onClick={openPalette}
                className={classes.palette}
              >
                Search…
              </Button>
              <span className={classes.space} />
              <ConnectionNotice state={live} />
              {slot}
              <span className={classes.phoneOnly}>
                <UserMenu project={project} position="bottom-end" />
                <PhoneUnread />
              </span>
            </header>
          )}
        >
          <PageMain>{children}</PageMain>
        </WithHeaderSlot>
      </div>
      <CommandCenter project={project} />
    </div>
  )
}

import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { wayBackOf } from '#web/features/calendar/grid-state/way-back.ts'
import { createLiveCards } from '#web/features/calendar/live-cards.ts'
import { useLiveUpdates } from '#web/platform/live-updates.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ConnectionNotice } from '#web/ui/page/connection-notice.tsx'
import { WithHeaderSlot } from '#web/ui/page/header-slot.tsx'
import { CommandCenter } from './commands/command-center.tsx'
import classes from './layout.module.css'
import { PageMain } from './page-main.tsx'
import { SkipLink } from './skip-link.tsx'

type Props = { readonly project: OwnProject; readonly children: ReactNode }

/** Full width, without menus: Back on the left, the page's own buttons on the right (`HeaderSlot`). */
export function PostCreationLayout({ project, children }: Props) {
  const live = useLiveUpdates(project.id, createLiveCards)
  return (
    <div className={classes.page}>
      <SkipLink />
      <WithHeaderSlot
        className={classes.slot}
        header={slot => (
          <header className={classes.header}>
            <LinkButton
              {...wayBackOf(project.id)}
              variant="subtle"
              color="gray"
              px="xs"
              leftSection={<IconArrowLeft size={18} aria-hidden />}
            >
              Back
            </LinkButton>
            <span className={classes.projectName}>{project.name}</span>
            <ConnectionNotice state={live} />
            <span className={classes.space} />
            {slot}
          </header>
        )}
      >
        <PageMain>{children}</PageMain>
      </WithHeaderSlot>
      <CommandCenter project={project} />
    </div>
  )
}

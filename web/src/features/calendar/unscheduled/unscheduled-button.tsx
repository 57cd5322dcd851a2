import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInbox } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import classes from './unscheduled-button.module.css'
import { useListUnscheduledPosts } from './unscheduled-posts-api.ts'

/** Loaded when it is opened, or when the person first stirs. */
export const loadUnscheduledDrawer = () => import('./unscheduled-drawer.tsx')
const UnscheduledDrawer = lazy(() =>
  loadUnscheduledDrawer().then(module => ({ default: module.UnscheduledDrawer })),
)

type Props = {
  readonly today: LocalDate
  readonly isPhone: boolean
}

/** The button "Unscheduled (n)" in the header, and the drawer that it opens. */
export function UnscheduledButton(props: Props) {
  const projectId = useProjectId()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const total = useListUnscheduledPosts(projectId, '').data?.pages[0]?.total
  const name = total === undefined ? 'Unscheduled' : `Unscheduled (${total})`
  return (
    <>
      <HeaderSlot>
        {isNarrow ? (
          // The header has room for its sign only.
          <IconButton
            label={name}
            size={36}
            className={classes.button}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconInbox size={20} aria-hidden />
            {total !== undefined && total > 0 && (
              <span className={classes.count} aria-hidden>
                {total > 99 ? '99+' : total}
              </span>
            )}
          </IconButton>
        ) : (
          <Button
            variant={isOpen ? 'light' : 'default'}
            size="sm"
            className={`${classes.button} ${classes.withWords}`}
            leftSection={<IconInbox size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </Button>
        )}
      </HeaderSlot>
      <Suspense fallback={null}>
        {isOpen && <UnscheduledDrawer {...props} title={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

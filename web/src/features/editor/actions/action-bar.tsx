import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Hint } from '#web/ui/popup/hint.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import { toast } from '#web/ui/toast.tsx'
import classes from './action-bar.module.css'
import type { BarAction } from './bar-action.ts'

const load = () => import('./more-actions.tsx')
const MoreActions = lazy(() => load().then(module => ({ default: module.MoreActions })))

type Props = {
  /** The next step, then the others; the first is the filled button. */
  readonly main: readonly BarAction[]
  /** Behind the three dots. */
  readonly more: readonly BarAction[]
}

/** A post's buttons. A disabled one can still be reached by pointer, keyboard and thumb, and says why. */
export function ActionBar({ main, more }: Props) {
  return (
    <div className={classes.bar}>
      {main.map((action, index) => (
        <BarButton key={action.key} action={action} isPrimary={index === 0} />
      ))}
      {more.length > 0 && <MoreMenu actions={more} />}
    </div>
  )
}

function BarButton({ action, isPrimary }: { action: BarAction; isPrimary: boolean }) {
  const { label, blockedBy, run, isRunning = false } = action
  return (
    <Hint label={blockedBy ?? ''} disabled={blockedBy === null} multiline maw={280}>
      <Button
        className={classes.button}
        variant={isPrimary && !action.isQuiet ? 'filled' : 'default'}
        loading={isRunning}
        aria-disabled={blockedBy !== null || undefined}
        data-disabled={blockedBy !== null || undefined}
        aria-description={blockedBy ?? undefined}
        onClick={() => (blockedBy === null ? run() : toast.info(blockedBy))}
      >
        {label}
      </Button>
    </Hint>
  )
}

function MoreMenu({ actions }: { actions: readonly BarAction[] }) {
  const { button, panel } = usePopup(load)
  return (
    <>
      <IconButton {...button} className={classes.more} variant="default" label="More actions">
        <IconDots size={18} />
      </IconButton>
      <Suspense fallback={null}>{panel && <MoreActions {...panel} actions={actions} />}</Suspense>
    </>
  )
}

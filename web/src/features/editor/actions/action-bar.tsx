import { Button, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Offer } from '#domain/posts/post-actions.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'
import classes from './action-bar.module.css'

export type BarAction = Offer & {
  readonly key: string
  readonly run: () => void
  readonly isDanger?: boolean
  /** Never the filled button, even if it comes first. */
  readonly isQuiet?: boolean
  readonly isRunning?: boolean
}

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
    <Tooltip
      label={blockedBy}
      disabled={blockedBy === null}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: false }}
    >
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
    </Tooltip>
  )
}

function MoreMenu({ actions }: { actions: readonly BarAction[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} shadow="md" trapFocus>
      <Popover.Target>
        <IconButton
          className={classes.more}
          variant="default"
          label="More actions"
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={18} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="More actions" p={4}>
        {actions.map(action => (
          <MoreItem key={action.key} action={action} onDone={() => setOpen(false)} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

function MoreItem({ action, onDone }: { action: BarAction; onDone: () => void }) {
  const { label, blockedBy, run, isDanger = false } = action
  return (
    <UnstyledButton
      className={classes.item}
      data-danger={isDanger}
      aria-disabled={blockedBy !== null || undefined}
      onClick={() => {
        if (blockedBy !== null) return toast.info(blockedBy)
        onDone()
        run()
      }}
    >
      {label}
      {blockedBy !== null && <span className={classes.reason}>{blockedBy}</span>}
    </UnstyledButton>
  )
}

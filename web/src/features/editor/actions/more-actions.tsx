import { UnstyledButton } from '@mantine/core'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'
import { toast } from '#web/ui/toast.tsx'
import classes from './action-bar.module.css'
import type { BarAction } from './bar-action.ts'

type Props = PopupState & { readonly actions: readonly BarAction[] }

/** What is behind the three dots. A disabled action says why. */
export function MoreActions({ actions, ...popup }: Props) {
  return (
    <PopupPanel {...popup} label="More actions" position="bottom-end" width={280} padding="4">
      {actions.map(action => (
        <MoreItem key={action.key} action={action} onDone={() => popup.onChange(false)} />
      ))}
    </PopupPanel>
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

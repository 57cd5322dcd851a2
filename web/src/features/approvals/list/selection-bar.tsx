import { Button, CloseButton } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import classes from './selection-bar.module.css'

type Props = {
  readonly count: number
  /** How many posts of the list could be selected besides. */
  readonly others: number
  /** Whether they are being approved. */
  readonly isBusy: boolean
  readonly onSelectAll: () => void
  readonly onApprove: () => void
  readonly onClear: () => void
}

/** What can be done with the selected posts of the list. */
export function SelectionBar({ count, others, isBusy, onSelectAll, onApprove, onClear }: Props) {
  return (
    <section className={classes.bar} aria-label="Selected posts">
      <output className={classes.count}>{count} Selected</output>
      {others > 0 && (
        <Button variant="subtle" className={classes.button} disabled={isBusy} onClick={onSelectAll}>
          Select all {count + others}
        </Button>
      )}
      <Button
        className={classes.button}
        leftSection={<IconChecks size={18} aria-hidden />}
        disabled={isBusy}
        onClick={onApprove}
      >
        {isBusy ? 'Approving…' : 'Approve'}
      </Button>
      <CloseButton size={44} aria-label="Clear the selection" disabled={isBusy} onClick={onClear} />
    </section>
  )
}

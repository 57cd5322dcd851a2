import { Button, CloseButton } from '@mantine/core'
import { IconCalendarTime, IconChecks, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Hint } from '#web/ui/hint.tsx'
import classes from './bulk-bar.module.css'

/** A button of the bar: its action, how many of the selected posts it applies to, and why to none. */
type BulkAction = { readonly count: number; readonly blockedBy: string; readonly run: () => void }

type Props = {
  readonly selected: number
  readonly approval: BulkAction
  readonly schedule: BulkAction
  readonly isSending: boolean
  readonly onDelete: () => void
  readonly onClear: () => void
}

/** The actions for the selected posts (docs/product/calendar.md "Bulk actions"). */
export function BulkBar({ selected, approval, schedule, isSending, onDelete, onClear }: Props) {
  return (
    <section className={classes.bar} aria-label="Selected posts">
      <output className={classes.count}>{selected} Selected</output>
      <BulkButton
        {...approval}
        selected={selected}
        icon={<IconChecks size={16} aria-hidden />}
        loading={isSending}
      >
        {/* Fixed wording (docs/product/calendar.md "Texts"). */}
        To Approval
      </BulkButton>
      <BulkButton {...schedule} selected={selected} icon={<IconCalendarTime size={16} aria-hidden />}>
        {/* Fixed wording (docs/product/calendar.md "Texts"). */}
        Change Schedule
      </BulkButton>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={onDelete}
      >
        Delete
      </Button>
      <CloseButton size="sm" aria-label="Clear the selection" onClick={onClear} />
    </section>
  )
}

type ButtonProps = BulkAction & {
  readonly selected: number
  readonly icon: ReactNode
  readonly loading?: boolean
  readonly children: string
}

function BulkButton({ count, blockedBy, run, selected, icon, loading = false, children }: ButtonProps) {
  const isBlocked = count === 0
  const isPart = !isBlocked && count < selected
  return (
    <Hint
      label={isBlocked ? blockedBy : `${count} of ${selected}: ${blockedBy}`}
      disabled={!isBlocked && !isPart}
      multiline
      maw={280}
    >
      <Button
        variant="default"
        size="xs"
        leftSection={icon}
        loading={loading}
        // Stays focusable, so that the reason can be read.
        data-disabled={isBlocked || undefined}
        aria-disabled={isBlocked || undefined}
        aria-description={isBlocked ? blockedBy : undefined}
        onClick={isBlocked ? undefined : run}
      >
        {isPart ? `${children} (${count})` : children}
      </Button>
    </Hint>
  )
}

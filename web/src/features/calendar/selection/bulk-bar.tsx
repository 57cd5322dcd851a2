import { Button, CloseButton } from '@mantine/core'
import { IconCalendarTime, IconChecks, IconCopy, IconCopyPlus, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Hint } from '#web/ui/popup/hint.tsx'
import classes from './bulk-bar.module.css'

const ShareMenu = lazy(() => import('./share-menu.tsx').then(module => ({ default: module.ShareMenu })))

/** A button of the bar: its action, how many of the selected posts it applies to, and why to none. */
type BulkAction = { readonly count: number; readonly blockedBy: string; readonly run: () => void }

export type BulkCopies = { readonly duplicate: BulkAction; readonly clone: BulkAction }

type Props = {
  readonly selected: number
  /** How many of them are in months that are not on the screen. */
  readonly elsewhere: number
  /** How many posts on the screen are not selected. */
  readonly unselected: number
  readonly onSelectAll: () => void
  readonly approval: BulkAction
  readonly schedule: BulkAction
  /** Opens what else can be changed in all of them. */
  readonly edit: ReactNode
  readonly copy: BulkCopies
  /** The posts, for what can be made of all of them. */
  readonly postIds: readonly number[]
  readonly onDelete: () => void
  readonly onClear: () => void
}

/** The actions for the selected posts (docs/product/calendar.md "Bulk actions"). */
export function BulkBar({ selected, elsewhere, unselected, approval, schedule, copy, ...on }: Props) {
  return (
    <section className={classes.bar} aria-label="Selected posts" data-bottom-bar>
      <output className={classes.count}>
        {/* Fixed wording (docs/product/calendar.md "Texts"). */}
        {selected} Selected
        {elsewhere > 0 && <span className={classes.elsewhere}>{elsewhere} not on this page</span>}
      </output>
      {unselected > 0 && (
        <Button variant="subtle" size="xs" onClick={on.onSelectAll}>
          Select all {selected - elsewhere + unselected}
        </Button>
      )}
      <div className={classes.actions}>
        <BulkButton {...approval} selected={selected} icon={<IconChecks size={16} aria-hidden />}>
          {/* Fixed wording (docs/product/calendar.md "Texts"). */}
          To Approval
        </BulkButton>
        <BulkButton {...schedule} selected={selected} icon={<IconCalendarTime size={16} aria-hidden />}>
          {/* Fixed wording (docs/product/calendar.md "Texts"). */}
          Change Schedule
        </BulkButton>
        {on.edit}
        <BulkButton {...copy.duplicate} selected={selected} icon={<IconCopyPlus size={16} aria-hidden />}>
          Duplicate
        </BulkButton>
        <BulkButton
          {...copy.clone}
          // Not some of the selected posts: exactly one.
          selected={copy.clone.count}
          icon={<IconCopy size={16} aria-hidden />}
        >
          {/* Fixed wording (docs/product/calendar.md "Bulk actions"). */}
          Clone Posts
        </BulkButton>
        <Suspense fallback={null}>
          <ShareMenu postIds={on.postIds} />
        </Suspense>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={on.onDelete}
        >
          Delete
        </Button>
      </div>
      <CloseButton size="sm" aria-label="Clear the selection" onClick={on.onClear} />
    </section>
  )
}

type ButtonProps = BulkAction & {
  readonly selected: number
  readonly icon: ReactNode
  readonly children: string
}

function BulkButton({ count, blockedBy, run, selected, icon, children }: ButtonProps) {
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

import { Menu } from '@mantine/core'
import {
  IconArrowsMove,
  IconCalendarOff,
  IconCalendarTime,
  IconChecks,
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './card-menu.module.css'

/** An action on a post. `blockedBy`: why it is not possible, or null. */
export type CardAction = { readonly blockedBy: string | null; readonly run: () => void }

type Props = {
  readonly at: HTMLElement
  readonly onClose: () => void
  readonly open: () => void
  readonly move: CardAction
  readonly schedule: CardAction
  readonly unschedule: CardAction & { readonly label: string }
  readonly approval: CardAction
  readonly duplicate: CardAction
  readonly clone: CardAction
  readonly repeat: CardAction
  readonly remove: CardAction
}

// Not the default key handling: the key that opens the menu would close it again.
const outside = ['mousedown', 'touchstart']

/** As the button of the card says it, with the text of its post; `at` is that button, or the card that a key or a right click was on. */
const nameOf = (at: HTMLElement): string => {
  const button = at instanceof HTMLButtonElement ? at : at.querySelector('button[aria-label^="Actions: "]')
  return button?.getAttribute('aria-label') ?? 'Actions'
}

/** The actions of one card, next to what opened them. One menu serves all cards. */
export function CardMenu({ at, onClose, open, move, schedule, approval, ...on }: Props) {
  const { left, top, width, height } = at.getBoundingClientRect()
  const name = nameOf(at)
  const close = () => {
    onClose()
    at.focus({ preventScroll: true })
  }
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-end"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      returnFocus={false}
      clickOutsideEvents={outside}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={name}
          className={classes.anchor}
          style={{ left, top, width, height: Math.min(height, 40) }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={name}>
        <Menu.Item leftSection={<IconExternalLink size={16} aria-hidden />} onClick={open}>
          Open
        </Menu.Item>
        <Item {...move} icon={<IconArrowsMove size={16} aria-hidden />}>
          Move to date…
        </Item>
        <Item {...schedule} above={move.blockedBy} icon={<IconCalendarTime size={16} aria-hidden />}>
          {/* Fixed wording (docs/product/calendar.md "Texts"). */}
          Change Schedule
        </Item>
        <Item {...on.unschedule} above={schedule.blockedBy} icon={<IconCalendarOff size={16} aria-hidden />}>
          {on.unschedule.label}
        </Item>
        <Item {...approval} above={on.unschedule.blockedBy} icon={<IconChecks size={16} aria-hidden />}>
          {/* Fixed wording (docs/product/calendar.md "Texts"). */}
          To Approval
        </Item>
        <Menu.Divider />
        <Item {...on.duplicate} icon={<IconCopyPlus size={16} aria-hidden />}>
          Duplicate…
        </Item>
        <Item {...on.clone} above={on.duplicate.blockedBy} icon={<IconCopy size={16} aria-hidden />}>
          Clone to…
        </Item>
        <Item {...on.repeat} above={on.clone.blockedBy} icon={<IconRepeat size={16} aria-hidden />}>
          Repeat…
        </Item>
        <Item {...on.remove} above={on.repeat.blockedBy} icon={<IconTrash size={16} aria-hidden />}>
          Delete
        </Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type ItemProps = CardAction & {
  readonly icon: ReactNode
  /** Why the entry above is not possible: the same reason is not said twice. */
  readonly above?: string | null
  readonly children: string
}

function Item({ blockedBy, run, icon, above, children }: ItemProps) {
  const isSaid = blockedBy !== null && blockedBy === above
  return (
    <Menu.Item
      leftSection={icon}
      disabled={blockedBy !== null}
      aria-description={isSaid ? blockedBy : undefined}
      onClick={run}
    >
      {children}
      {blockedBy !== null && !isSaid && <small className={classes.reason}>{blockedBy}</small>}
    </Menu.Item>
  )
}

import { Popover, type PopoverProps } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import type { PopupState } from './popup.ts'

type Props = PopupState &
  Pick<PopoverProps, 'position' | 'width' | 'offset'> & {
    readonly label: string
    readonly padding?: string
    readonly children: ReactNode
  }

/** The panel of `usePopup`'s button: the focus goes into it, and back to the button on Escape. */
export function PopupPanel({ id, target, isOpen, onChange, label, padding, children, ...placing }: Props) {
  // Opens only after it was drawn closed: it remembers where the focus was when it sees itself open.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  // A dialog that closes by a press beside it, as a day's of the calendar, would take the panel along before the click.
  const dialog = target.closest<HTMLElement>('[role="dialog"]')
  return (
    <Popover
      {...placing}
      {...(dialog && { portalProps: { target: dialog } })}
      id={id}
      opened={isDrawn && isOpen}
      onChange={onChange}
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <StandIn target={target} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} {...(padding && { p: padding })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Hands the panel the button, which was there before it. */
function StandIn({ target, ref }: { target: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => target, [target])
  return null
}

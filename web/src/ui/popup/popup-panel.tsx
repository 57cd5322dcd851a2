import { Popover, type PopoverProps } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import type { PopupState } from './use-popup.ts'

type Props = PopupState &
  Pick<PopoverProps, 'position' | 'width' | 'offset'> & {
    readonly label: string
    readonly padding?: string
    readonly children: ReactNode
  }

/** The panel of `usePopup`'s button: takes the focus, and gives it back to the button on Escape. */
export function PopupPanel({ id, target, isOpen, onChange, label, padding, children, ...placing }: Props) {
  // Opens only after it was rendered closed: it remembers where the focus was when it opens.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  // A dialog that closes on an outside click would otherwise remove the panel before the click reaches it.
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
      <Popover.Dropdown
        aria-label={label}
        {...(padding && { p: padding })}
        // The popover remembers what had the focus when it opened, which may be a field in it that took the focus by itself.
        onKeyDown={({ key }) => key === 'Escape' && target.focus({ preventScroll: true })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Gives the panel its button, which was there before it. */
function StandIn({ target, ref }: { target: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => target, [target])
  return null
}

import { type SyntheticEvent, startTransition, useId, useState } from 'react'

/** What a popup's panel has to know about its button. */
export type PopupState = {
  readonly id: string
  readonly target: HTMLElement
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
}

/**
 * A button that opens a panel. Positioning a panel is heavy and no page needs it at first: the button is there by itself, and
 * `panel` is null until pointer or focus come near and `load` has fetched it. Then its lazy component has to be rendered, still
 * closed.
 */
export const usePopup = (load: () => Promise<unknown>) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const prepare = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
    void load().then(
      // As a transition the panel appears as soon as it is loaded; after a fallback React would delay it for 300 ms.
      () => startTransition(() => setTarget(currentTarget)),
      // Without a connection nothing happens, and the next click tries again.
      () => setOpen(false),
    )
  const panel: PopupState | null = target && { id, target, isOpen, onChange: setOpen }
  const button = {
    id,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: (event: SyntheticEvent<HTMLElement>) => {
      prepare(event)
      setOpen(!isOpen)
    },
  } as const
  return { button, panel }
}

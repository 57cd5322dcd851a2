import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'

const Slot = createContext<HTMLElement | null>(null)

/** A layout's header with a place for the page's own buttons. `header` gets that place as an element to render. */
export function WithHeaderSlot({
  header,
  className,
  children,
}: {
  header: (slot: ReactNode) => ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  return (
    <Slot value={element}>
      {header(<div ref={setElement} className={className} />)}
      {children}
    </Slot>
  )
}

/** Renders its children in the layout's header: a page's main buttons, its saving state. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const element = useContext(Slot)
  return element && createPortal(children, element)
}

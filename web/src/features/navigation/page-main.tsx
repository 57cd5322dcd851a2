import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './layout.module.css'

/** The page itself. Takes the focus when the page changes, so that the keyboard and screen readers start there. */
export function PageMain({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: location => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Unless the page has moved the focus itself.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main ref={main} id="content" className={classes.main} tabIndex={-1}>
      {children}
    </main>
  )
}

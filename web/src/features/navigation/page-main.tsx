import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useMe } from '#web/platform/me.ts'
import classes from './layout.module.css'

const PageNotices = lazy(() => import('./page-notices.tsx').then(module => ({ default: module.PageNotices })))

/** The page itself. Takes the focus when the page changes, so that the keyboard and screen readers start there. */
export function PageMain({ children }: { children: ReactNode }) {
  const me = useMe()
  const hasNotices =
    me.billing_notices || me.held_agencies || me.pauses || me.missed_posts || me.archived_projects
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
    <main
      ref={main}
      id="content"
      className={classes.main}
      tabIndex={-1}
      data-notices={hasNotices ? true : undefined}
    >
      {hasNotices && (
        <Suspense fallback={null}>
          <PageNotices />
        </Suspense>
      )}
      {children}
    </main>
  )
}

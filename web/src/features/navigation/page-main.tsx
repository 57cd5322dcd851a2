import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useMe } from '#web/platform/me.ts'
import classes from './layout.module.css'

const BillingNotices = lazy(() =>
  import('#web/features/billing/billing-notices.tsx').then(module => ({ default: module.BillingNotices })),
)

const HeldPublishing = lazy(() =>
  import('#web/features/publishing/held-publishing.tsx').then(module => ({ default: module.HeldPublishing })),
)

const PauseNotices = lazy(() =>
  import('#web/features/publishing/pause-notices.tsx').then(module => ({ default: module.PauseNotices })),
)

/** The page itself. Takes the focus when the page changes, so that the keyboard and screen readers start there. */
export function PageMain({ children }: { children: ReactNode }) {
  const { billing_notices, held_agencies, pauses, missed_posts } = useMe()
  const hasPauses = pauses !== undefined || missed_posts !== undefined
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
      data-notices={billing_notices || held_agencies || hasPauses ? true : undefined}
    >
      {billing_notices && (
        <Suspense fallback={null}>
          <BillingNotices />
        </Suspense>
      )}
      {held_agencies && (
        <Suspense fallback={null}>
          <HeldPublishing />
        </Suspense>
      )}
      {hasPauses && (
        <Suspense fallback={null}>
          <PauseNotices />
        </Suspense>
      )}
      {children}
    </main>
  )
}

import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import classes from './notification-bell.module.css'

// Loaded after the page: nobody waits for them.
const NotificationBell = lazy(async () => ({
  default: (await import('./notification-bell.tsx')).NotificationBell,
}))
const UnreadOfAll = lazy(async () => ({ default: (await import('./unread-of-all.tsx')).UnreadOfAll }))

/** The bell. Its place is kept until it is there. */
export function LateBell() {
  return (
    <Suspense fallback={<span className={classes.place} />}>
      <NotificationBell />
    </Suspense>
  )
}

const usePhone = () =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false

/** The bell in the rail, which a phone does not have. */
export function RailBell() {
  return usePhone() ? null : <LateBell />
}

/** The number alone, on a phone, whose header has no room for a bell. */
export function PhoneUnread() {
  return usePhone() ? (
    <Suspense fallback={null}>
      <UnreadOfAll />
    </Suspense>
  ) : null
}

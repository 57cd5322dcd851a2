import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './notification-bell.module.css'
import { countText, UnreadCount } from './unread-count.tsx'
import { useUnread } from './use-unread.ts'

const NotificationDrawer = lazy(async () => ({
  default: (await import('./notification-drawer.tsx')).NotificationDrawer,
}))

/** The bell with the number of unread notifications; it opens their list (docs/product/notifications.md "In the app"). */
export function NotificationBell() {
  const count = useUnread()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={classes.bell}>
      <IconButton
        label={count === 0 ? 'Notifications' : `Notifications, ${countText(count)} unread`}
        size={40}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconBell size={20} aria-hidden />
      </IconButton>
      <UnreadCount count={count} isNamed />
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

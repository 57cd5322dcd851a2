import { UnreadCount } from './unread-count.tsx'
import { useUnread } from './use-unread.ts'

/** The number of all that is unread, where there is no room for a bell: on the user menu of a phone, which has the list. */
export function UnreadOfAll() {
  return <UnreadCount count={useUnread()} />
}

import { getRouteApi } from '@tanstack/react-router'
import { NotificationSettingsScreen } from '#web/features/notifications/settings-screen.tsx'

const route = getRouteApi('/$projectId/pages/settings/notifications')

/** `/{projectId}/settings/notifications`. */
export function NotificationSettingsPage() {
  return <NotificationSettingsScreen projectId={route.useParams().projectId} />
}

import { NotificationSettingsScreen } from '#web/features/notifications/settings-screen.tsx'

/** `/{projectId}/settings/notifications`. */
export function NotificationSettingsPage() {
  return <NotificationSettingsScreen />
}

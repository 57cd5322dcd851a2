import { PoolsScreen } from '#web/features/hashtags/pools/pools-screen.tsx'

/** `/{projectId}/settings/hashtag`. */
export function HashtagSettingsPage() {
  return <PoolsScreen />
}

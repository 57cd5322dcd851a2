import { getRouteApi } from '@tanstack/react-router'
import { PoolsScreen } from '#web/features/hashtags/pools/pools-screen.tsx'

const route = getRouteApi('/$projectId/pages/settings/hashtag')

/** `/{projectId}/settings/hashtag`. */
export function HashtagSettingsPage() {
  return <PoolsScreen projectId={route.useParams().projectId} />
}

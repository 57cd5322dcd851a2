import { getRouteApi } from '@tanstack/react-router'
import { GeneralSettingsScreen } from '#web/features/projects/general-settings-screen.tsx'

const route = getRouteApi('/$projectId/pages/settings/general')

export function GeneralSettingsPage() {
  return <GeneralSettingsScreen projectId={route.useParams().projectId} />
}

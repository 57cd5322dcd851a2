import { getRouteApi } from '@tanstack/react-router'
import { GeneralScreen } from '#web/features/projects/general-settings-screen.tsx'

const route = getRouteApi('/$projectId/pages/settings/general')

export function GeneralSettingsPage() {
  return <GeneralScreen projectId={route.useParams().projectId} />
}

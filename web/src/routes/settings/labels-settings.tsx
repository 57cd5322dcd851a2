import { getRouteApi } from '@tanstack/react-router'
import { LabelsScreen } from '#web/features/labels/labels-screen.tsx'

const route = getRouteApi('/$projectId/pages/settings/labels')

/** `/{projectId}/settings/labels`. */
export function LabelsSettingsPage() {
  return <LabelsScreen projectId={route.useParams().projectId} />
}

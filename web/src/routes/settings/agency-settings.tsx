import { getRouteApi } from '@tanstack/react-router'
import { AgencyScreen } from '#web/features/agencies/agency-screen.tsx'
import { useOwnProject } from '#web/platform/me.ts'

const route = getRouteApi('/$projectId/pages/settings/agency')

/** `/{projectId}/settings/agency`: the agency that the project belongs to. */
export function AgencySettingsPage() {
  const { projectId } = route.useParams()
  return <AgencyScreen agencyId={useOwnProject(projectId).agency_id} />
}

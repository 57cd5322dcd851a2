import { getRouteApi } from '@tanstack/react-router'
import { ClientScreen, TeamScreen } from '#web/features/team/team-screen.tsx'

const team = getRouteApi('/$projectId/pages/settings/team')
const client = getRouteApi('/$projectId/pages/settings/client')

/** `/{projectId}/settings/team`. */
export function TeamSettingsPage() {
  return <TeamScreen projectId={team.useParams().projectId} />
}

/** `/{projectId}/settings/client`: External Approver. */
export function ClientSettingsPage() {
  return <ClientScreen projectId={client.useParams().projectId} />
}

import { ClientScreen, TeamScreen } from '#web/features/team/team-screen.tsx'

/** `/{projectId}/settings/team`. */
export function TeamSettingsPage() {
  return <TeamScreen />
}

/** `/{projectId}/settings/client`: External Approver. */
export function ClientSettingsPage() {
  return <ClientScreen />
}

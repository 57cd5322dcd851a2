import { StatusScreen } from '#web/features/status/status-screen.tsx'

/** `/{projectId}/settings/status`: of the whole installation, whichever project it is reached from. */
export function StatusPage() {
  return <StatusScreen />
}

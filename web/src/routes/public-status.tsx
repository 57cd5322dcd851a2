import { PublicStatusScreen } from '#web/features/status/public-status-screen.tsx'

/** `/status`: whether publishing works, for everybody. */
export function PublicStatusPage() {
  return <PublicStatusScreen />
}

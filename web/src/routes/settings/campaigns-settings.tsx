import { CampaignsScreen } from '#web/features/campaigns/campaigns-screen.tsx'

/** `/{projectId}/settings/campaigns`. */
export function CampaignsSettingsPage() {
  return <CampaignsScreen />
}

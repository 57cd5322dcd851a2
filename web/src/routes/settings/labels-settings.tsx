import { LabelsScreen } from '#web/features/labels/labels-screen.tsx'

/** `/{projectId}/settings/labels`. */
export function LabelsSettingsPage() {
  return <LabelsScreen />
}

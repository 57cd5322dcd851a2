import { GeneralSettingsScreen } from '#web/features/projects/general-settings-screen.tsx'

export function GeneralSettingsPage() {
  return <GeneralSettingsScreen />
}

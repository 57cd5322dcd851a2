import { GeneralSettingsScreen } from '#web/features/projects/general-settings-screen.tsx'
import { PausePanel } from '#web/features/publishing/pause-panel.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

export function GeneralSettingsPage() {
  const { id, agency_id, timezone } = useOwnProject(useProjectId())
  return (
    <GeneralSettingsScreen
      pause={<PausePanel key={id} place={{ agencyId: agency_id, projectId: id }} timezone={timezone} />}
    />
  )
}

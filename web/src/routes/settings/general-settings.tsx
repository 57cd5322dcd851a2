import { lazy } from 'react'
import { GeneralSettingsScreen } from '#web/features/projects/general-settings-screen.tsx'
import { PausePanel } from '#web/features/publishing/pause-panel.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

/** Few people ever archive. */
const ArchivePanel = lazy(async () => ({
  default: (await import('#web/features/archived-projects/archive-panel.tsx')).ArchivePanel,
}))

/** Fewer hand a client over. */
const HandOverPanel = lazy(async () => ({
  default: (await import('#web/features/hand-overs/hand-over-panel.tsx')).HandOverPanel,
}))

export function GeneralSettingsPage() {
  const project = useOwnProject(useProjectId())
  const { id, agency_id, timezone } = project
  return (
    <GeneralSettingsScreen
      pause={
        <>
          <PausePanel key={id} place={{ agencyId: agency_id, projectId: id }} timezone={timezone} />
          <ArchivePanel project={project} />
          <HandOverPanel key={id} project={project} />
        </>
      }
    />
  )
}

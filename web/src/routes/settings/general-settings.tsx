import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { GeneralSettingsScreen } from '#web/features/projects/general-settings-screen.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

const PausePanel = lazy(async () => ({
  default: (await import('#web/features/publishing/pause-panel.tsx')).PausePanel,
}))

export function GeneralSettingsPage() {
  const { id, agency_id, timezone } = useOwnProject(useProjectId())
  return (
    <GeneralSettingsScreen
      pause={
        <Suspense fallback={<Skeleton height={380} maw={640} />}>
          <PausePanel key={id} place={{ agencyId: agency_id, projectId: id }} timezone={timezone} />
        </Suspense>
      }
    />
  )
}

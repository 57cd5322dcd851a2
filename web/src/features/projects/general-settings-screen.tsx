import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useGetArchive } from '#web/features/archives/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useGetProject } from './api.ts'
import { ApprovalRules } from './approval-rules.tsx'
import { DeleteProject } from './delete-project.tsx'
import { ProjectForm } from './project-form.tsx'
import { SettingsSections } from './settings-section.tsx'
import { useListTimeSlots } from './time-slots-api.ts'

/** Below what is seen first. */
const TimeSlotsPanel = lazy(async () => ({
  default: (await import('./time-slots-panel.tsx')).TimeSlotsPanel,
}))

const ApprovalLinksPanel = lazy(async () => ({
  default: (await import('./approval-links-panel.tsx')).ApprovalLinksPanel,
}))

const LinkParametersPanel = lazy(async () => ({
  default: (await import('./link-parameters-panel.tsx')).LinkParametersPanel,
}))

const ExportPanel = lazy(async () => ({
  default: (await import('#web/features/archives/export-panel.tsx')).ExportPanel,
}))

/** The settings of the project itself (docs/product/projects.md "Settings page"). `pause`: the sections of later features. */
export function GeneralSettingsScreen({ pause }: { readonly pause?: ReactNode }) {
  const projectId = useProjectId()
  const { data: project, error, refetch } = useGetProject(projectId)
  const queries = [useListTimeSlots(projectId), useGetArchive(projectId)]
  const isReady = queries.every(({ isPending }) => !isPending)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          General
        </Title>
        <Text size="sm" c="dimmed">
          Name, logo and timezone of the project, how its posts are approved, and when it usually posts.
        </Text>
      </div>
      {error && !project && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !project && (
        <Loading>
          <Stack gap="lg">
            <Skeleton height={340} maw={640} />
            <Skeleton height={280} maw={640} />
          </Stack>
        </Loading>
      )}
      {project && (
        <SettingsSections key={project.id}>
          <ProjectForm project={project} />
          <ApprovalRules project={project} />
          {/* All at once: what came one by one would move the buttons below under the pointer. */}
          <Suspense fallback={<SectionsLoading />}>
            {!isReady && <SectionsLoading />}
            {isReady && (
              <>
                <ApprovalLinksPanel project={project} />
                <LinkParametersPanel project={project} />
                <TimeSlotsPanel project={project} />
                {pause}
                <ExportPanel />
                <DeleteProject project={project} />
              </>
            )}
          </Suspense>
        </SettingsSections>
      )}
    </Stack>
  )
}

function SectionsLoading() {
  return (
    <Loading>
      <Skeleton height={1900} maw={640} />
    </Loading>
  )
}

import { Drawer, Stack } from '@mantine/core'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { ProjectSearch } from './project-search.tsx'

type Props = { readonly project: OwnProject; readonly onClose: () => void }

/** The projects, where there is no rail. */
export function ProjectDrawer({ project, onClose }: Props) {
  const { projects } = useMe()
  return (
    <Drawer opened onClose={onClose} title="Projects" size="sm">
      <Stack>
        <ProjectSearch projects={projects} current={project.id} onPicked={onClose} />
      </Stack>
    </Drawer>
  )
}

import { Drawer, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ProjectSearch } from './project-search.tsx'

type Props = { readonly project: OwnProject; readonly onClose: () => void }

/** The projects, where there is no rail. */
export function ProjectDrawer({ project, onClose }: Props) {
  useFocusBack()
  const { can_create_project } = useMe()
  return (
    <Drawer opened onClose={onClose} title="Projects" size="sm">
      <Stack>
        <ProjectSearch current={project.id} onPicked={onClose} />
        {can_create_project && (
          <LinkButton
            to="/create-project/$step"
            params={{ step: 1 }}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Add project
          </LinkButton>
        )}
      </Stack>
    </Drawer>
  )
}

import { Drawer, Group, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import classes from './layout.module.css'
import { ProjectSearch } from './project-search.tsx'
import { UserMenu } from './user-menu.tsx'

/** The project's name; where there is no rail (on a phone) it opens the projects and the user menu. */
export function ProjectMenu({ project }: { project: OwnProject }) {
  const { projects } = useMe()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <span className={classes.projectName}>{project.name}</span>
      <UnstyledButton
        className={classes.projectButton}
        onClick={open}
        aria-label={`${project.name}, change project`}
      >
        <PersonAvatar name={project.name} image={project.logo_image_link} size={32} radius="md" decorative />
        {projects.length > 1 && <IconChevronDown size={16} aria-hidden />}
      </UnstyledButton>
      <Drawer opened={isOpen} onClose={close} title="Projects" size="sm">
        <Stack>
          <ProjectSearch projects={projects} current={project.id} onPicked={close} />
          <Group>
            <UserMenu role={project.role} position="bottom-end" />
          </Group>
        </Stack>
      </Drawer>
    </>
  )
}

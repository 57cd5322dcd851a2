import { Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import classes from './layout.module.css'
import { ProjectSearch } from './project-search.tsx'

/** Logo and name of the project; a popup of the others for those who are in several. */
export function ProjectSwitch({ project }: { project: OwnProject }) {
  const { projects } = useMe()
  const [isOpen, { toggle, close }] = useDisclosure()
  const identity = (
    <>
      <PersonAvatar name={project.name} image={project.logo_image_link} size={32} radius="md" decorative />
      <span className={classes.switchName}>{project.name}</span>
    </>
  )
  if (projects.length < 2) return <span className={classes.switch}>{identity}</span>
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      onDismiss={close}
      position="bottom-start"
      width={320}
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.switch}
          onClick={toggle}
          aria-label={`${project.name}, change project`}
        >
          {identity}
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Projects">
        <ProjectSearch projects={projects} current={project.id} onPicked={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

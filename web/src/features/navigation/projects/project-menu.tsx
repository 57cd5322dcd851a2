import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import classes from '../layout.module.css'

const ProjectDrawer = lazy(() => import('./project-drawer.tsx').then(m => ({ default: m.ProjectDrawer })))

/** The project's name; on a phone, which has no rail, its logo, which opens the projects. */
export function ProjectMenu({ project }: { project: OwnProject }) {
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
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <Suspense fallback={null}>{isOpen && <ProjectDrawer project={project} onClose={close} />}</Suspense>
    </>
  )
}

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import classes from '../layout.module.css'

const load = () => import('./project-search-panel.tsx')
const ProjectSearchPanel = lazy(() => load().then(module => ({ default: module.ProjectSearchPanel })))

/** Logo and name of the project; for people in several projects, a popup of the others. */
export function ProjectSwitch({ project }: { project: OwnProject }) {
  const { projects } = useMe()
  const { button, panel } = usePopup(load)
  const identity = (
    <>
      <PersonAvatar name={project.name} image={project.logo_image_link} size={32} radius="md" decorative />
      <span className={classes.switchName}>{project.name}</span>
    </>
  )
  if (projects.length < 2) return <span className={classes.switch}>{identity}</span>
  return (
    <>
      <UnstyledButton {...button} className={classes.switch} aria-label={`${project.name}, change project`}>
        {identity}
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <Suspense fallback={null}>
        {panel && (
          <ProjectSearchPanel
            {...panel}
            current={project.id}
            label="Projects"
            position="bottom-start"
            width={320}
          />
        )}
      </Suspense>
    </>
  )
}

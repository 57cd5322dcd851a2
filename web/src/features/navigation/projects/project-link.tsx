import { Link } from '@tanstack/react-router'
import { homeOfProject } from '#web/platform/redirects.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import classes from './project-link.module.css'
import type { ProjectResult } from './use-project-results.ts'

type Props = { readonly project: ProjectResult; readonly isCurrent: boolean; readonly onClick: () => void }

/** A project as a line of a list: logo and name, and the name of the agency where there may be many. */
export function ProjectLink({ project, isCurrent, onClick }: Props) {
  return (
    <Link
      to={homeOfProject(project)}
      className={classes.link}
      aria-current={isCurrent || undefined}
      onClick={onClick}
    >
      <PersonAvatar name={project.name} image={project.logo_image_link} size={28} radius="md" decorative />
      <span className={classes.name}>
        <bdi>{project.name}</bdi>
        {project.agency_name !== undefined && <bdi className={classes.agency}>{project.agency_name}</bdi>}
      </span>
    </Link>
  )
}

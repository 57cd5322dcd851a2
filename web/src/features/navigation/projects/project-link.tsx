import { Link } from '@tanstack/react-router'
import type { OwnProject } from '#domain/projects/model.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import classes from './project-link.module.css'

type Props = { readonly project: OwnProject; readonly isCurrent: boolean; readonly onClick: () => void }

/** A project as a line of a list: logo and name. */
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
      </span>
    </Link>
  )
}

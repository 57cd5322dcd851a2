import { Popover, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { GalleyMark } from '#web/ui/galley-mark.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import classes from './project-rail.module.css'
import { ProjectSearch } from './project-search.tsx'
import { UserMenu } from './user-menu.tsx'

/** The left rail: project logos, the search popup and the user menu (document 1 section 2 "Project rail"). */
export function ProjectRail({ project }: { project: OwnProject }) {
  const { projects } = useMe()
  const [isSearching, setSearching] = useState(false)
  return (
    <nav className={classes.rail} aria-label="Projects">
      <span className={classes.mark}>
        <GalleyMark size={32} />
      </span>
      {projects.length > 1 && (
        <Popover
          opened={isSearching}
          onChange={setSearching}
          position="right-start"
          width={340}
          offset={16}
          trapFocus
          shadow="md"
        >
          <Popover.Target>
            <IconButton label="Search projects" size={40} onClick={() => setSearching(!isSearching)}>
              <IconSearch size={20} aria-hidden />
            </IconButton>
          </Popover.Target>
          <Popover.Dropdown aria-label="Search projects">
            <ProjectSearch projects={projects} current={project.id} onPicked={() => setSearching(false)} />
          </Popover.Dropdown>
        </Popover>
      )}
      <ul className={classes.list}>
        {projects.map(each => (
          <li key={each.id}>
            <RailLink project={each} isCurrent={each.id === project.id} />
          </li>
        ))}
      </ul>
      <UserMenu role={project.role} position="right-end" />
    </nav>
  )
}

function RailLink({ project, isCurrent }: { project: OwnProject; isCurrent: boolean }) {
  return (
    <Tooltip label={project.name} position="right">
      <Link
        to={homeOfProject(project)}
        className={classes.project}
        aria-label={project.name}
        aria-current={isCurrent || undefined}
      >
        <PersonAvatar name={project.name} image={project.logo_image_link} size={40} radius="md" decorative />
      </Link>
    </Tooltip>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconHelp, IconPlus, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type UIEvent, useLayoutEffect, useRef } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { homeOfProject, mayOpenBoard } from '#web/platform/redirects.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { GalleyMark } from '#web/ui/page/galley-mark.tsx'
import { Hint } from '#web/ui/popup/hint.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import { RailBell } from './notifications/late-bell.tsx'
import classes from './project-rail.module.css'
import { UserMenu } from './user-menu.tsx'

const load = () => import('./projects/project-search-panel.tsx')
const ProjectSearchPanel = lazy(() => load().then(module => ({ default: module.ProjectSearchPanel })))

const BoardLink = lazy(() => import('./board-link.tsx').then(module => ({ default: module.BoardLink })))

const UnreadOfProject = lazy(async () => ({
  default: (await import('./notifications/unread-of-project.tsx')).UnreadOfProject,
}))

/** The left rail: project logos, search, new project and the user menu (docs/product/projects.md "Project rail"). */
export function ProjectRail({ project, isOnBoard = false }: { project: OwnProject; isOnBoard?: boolean }) {
  const me = useMe()
  const { projects, can_create_project, support_url } = me
  const { list, onScroll } = useKeptScroll(project.id)
  return (
    <nav className={classes.rail} aria-label="Projects">
      <span className={classes.mark}>
        <GalleyMark size={32} />
      </span>
      {mayOpenBoard(me) && (
        <Suspense fallback={<span className={classes.project} />}>
          <BoardLink isCurrent={isOnBoard} />
        </Suspense>
      )}
      {projects.length > 1 && <RailSearch current={project.id} />}
      <ul ref={list} className={classes.list} onScroll={onScroll}>
        {projects.map(each => (
          <li key={each.id}>
            <RailLink project={each} isCurrent={!isOnBoard && each.id === project.id} />
          </li>
        ))}
      </ul>
      {/* Pinned below the list, however long it is. */}
      {can_create_project && <AddProject />}
      <span className={classes.space} />
      <RailBell />
      {support_url !== null && <SupportButton href={support_url} />}
      <UserMenu project={project} position="right-end" />
    </nav>
  )
}

function AddProject() {
  return (
    <Hint label="Add project" position="right">
      <Link
        to="/create-project/$step"
        params={{ step: 1 }}
        className={classes.project}
        aria-label="Add project"
      >
        <span className={classes.add}>
          <IconPlus size={20} aria-hidden />
        </span>
      </Link>
    </Hint>
  )
}

/** An external site gets its own tab, without access to this one. */
function SupportButton({ href }: { href: string }) {
  return (
    <Hint label="Go To Support" position="right">
      <ActionIcon
        component="a"
        href={href}
        target="_blank"
        rel="noopener"
        aria-label="Go To Support (opens in a new tab)"
        size={40}
        variant="subtle"
        color="gray"
      >
        <IconHelp size={22} aria-hidden />
      </ActionIcon>
    </Hint>
  )
}

function RailSearch({ current }: { current: number }) {
  const { button, panel } = usePopup(load)
  return (
    <>
      <IconButton {...button} label="Search projects" size={40}>
        <IconSearch size={20} aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {panel && (
          <ProjectSearchPanel
            {...panel}
            current={current}
            label="Search projects"
            position="right-start"
            width={340}
            offset={16}
          />
        )}
      </Suspense>
    </>
  )
}

/** Where the rail was left, and with which project. Every page with another layout has a rail of its own. */
let left: { readonly projectId: number; readonly top: number } | null = null

/** Leaves the rail where the person scrolled it, until another project is opened: among fifty that one may be far down. */
const useKeptScroll = (projectId: number) => {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const { current: rail } = list
    if (!rail) return
    if (left?.projectId === projectId) rail.scrollTop = left.top
    else rail.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    left = { projectId, top: rail.scrollTop }
  }, [projectId])
  return {
    list,
    onScroll: ({ currentTarget }: UIEvent) => {
      left = { projectId, top: currentTarget.scrollTop }
    },
  }
}

function RailLink({ project, isCurrent }: { project: OwnProject; isCurrent: boolean }) {
  return (
    <Hint label={project.name} position="right">
      <Link
        to={homeOfProject(project)}
        className={classes.project}
        aria-label={project.name}
        aria-current={isCurrent || undefined}
      >
        <PersonAvatar name={project.name} image={project.logo_image_link} size={40} radius="md" decorative />
        <Suspense fallback={null}>
          <UnreadOfProject projectId={project.id} />
        </Suspense>
      </Link>
    </Hint>
  )
}

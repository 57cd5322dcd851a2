import type { ReactNode } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import classes from './layout.module.css'
import { PageMain } from './page-main.tsx'
import { ProjectRail } from './project-rail.tsx'
import { SkipLink } from './skip-link.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = { readonly project: OwnProject; readonly children: ReactNode }

/** The rail beside a page that is of all projects; `project`: the one that the person's menu leads to. */
export function BoardLayout({ project, children }: Props) {
  return (
    <div className={classes.withRail}>
      <SkipLink />
      <ProjectRail project={project} isOnBoard />
      <div className={classes.page}>
        <header className={classes.header}>
          <LinkButton to={homeOfProject(project)} variant="subtle" color="gray">
            Calendar of {project.name}
          </LinkButton>
          <span className={classes.space} />
          <span className={classes.phoneOnly}>
            <UserMenu project={project} position="bottom-end" />
          </span>
        </header>
        <PageMain>{children}</PageMain>
      </div>
    </div>
  )
}

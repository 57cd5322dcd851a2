import { Link } from '@tanstack/react-router'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMay } from '#web/features/projects/api.ts'
import classes from './page-menu.module.css'

/** The pages of a project that this person may open. */
export function PageMenu({ project }: { project: OwnProject }) {
  const may = useMay(project.id)
  const params = { projectId: project.id }
  const link = { params, className: classes.link, activeProps: { 'aria-current': 'page' } } as const
  return (
    <nav className={classes.menu} aria-label="Pages">
      <Link to="/$projectId/calendar" {...link}>
        Calendar
      </Link>
      {may('content.browse') && (
        // On a phone the user menu has this, the next and the last two: the header has no room in 360 px.
        <Link to="/$projectId/content" {...link} className={`${classes.link} ${classes.wideOnly}`}>
          Content
        </Link>
      )}
      {may('analytics.see') && (
        <Link to="/$projectId/analytics" {...link} className={`${classes.link} ${classes.wideOnly}`}>
          Analytics
        </Link>
      )}
      {may('post.moveToApprovalList') && (
        <Link to="/$projectId/approval" {...link}>
          Approval
        </Link>
      )}
      {may('media.browse') && (
        <Link to="/$projectId/media" {...link} className={`${classes.link} ${classes.wideOnly}`}>
          Media
        </Link>
      )}
      {may('report.write') && (
        // On a tablet the user menu has it: the calendar's header has no room.
        <Link to="/$projectId/reporting" {...link} className={`${classes.link} ${classes.deskOnly}`}>
          Reports
        </Link>
      )}
      {may('label.edit') && (
        <Link to="/$projectId/settings" {...link} className={`${classes.link} ${classes.wideOnly}`}>
          Settings
        </Link>
      )}
    </nav>
  )
}

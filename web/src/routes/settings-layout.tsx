import { getRouteApi, Outlet } from '@tanstack/react-router'
import classes from '#web/features/projects/components/settings-menu.module.css'
import { SettingsMenu } from '#web/features/projects/components/settings-menu.tsx'
import { useOwnProject } from '#web/platform/me.ts'

const route = getRouteApi('/$projectId/pages')

/** The settings' own menu beside the page. */
export function SettingsLayout() {
  const { projectId } = route.useParams()
  return (
    <div className={classes.frame}>
      <SettingsMenu project={useOwnProject(projectId)} />
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  )
}

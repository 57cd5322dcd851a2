import { getRouteApi, Outlet, useMatches } from '@tanstack/react-router'
import classes from '#web/features/navigation/settings-menu.module.css'
import { mayOpenSettings, SettingsMenu } from '#web/features/navigation/settings-menu.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { NotPermitted } from '#web/ui/states.tsx'

const route = getRouteApi('/$projectId/pages')

/** The settings menu next to the page. The router lets a content manager through to every page (docs/product/team.md "Page access"). */
export function SettingsLayout() {
  const { projectId } = route.useParams()
  const project = useOwnProject(projectId)
  const page = useMatches({ select: matches => matches.at(-1)?.fullPath })
  return (
    <div className={classes.frame}>
      <SettingsMenu project={project} />
      <div className={classes.content}>
        {mayOpenSettings(project, page) ? (
          <Outlet />
        ) : (
          <NotPermitted text="Only an admin of the agency may open this page." />
        )}
      </div>
    </div>
  )
}

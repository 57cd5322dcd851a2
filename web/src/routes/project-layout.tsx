import { getRouteApi, Outlet } from '@tanstack/react-router'
import { ApproverLayout } from '#web/features/navigation/approver-layout.tsx'
import { GeneralLayout } from '#web/features/navigation/general-layout.tsx'
import { ownProjectOf, ShownProject, useMe } from '#web/platform/me.ts'
import { isApprover } from '#web/platform/redirects.ts'
import { GoneProject } from './gone-project.tsx'
import { PageTitle } from './page-title.tsx'

const route = getRouteApi('/$projectId/pages')

/** Approvers get a layout without the page menu (docs/product/projects.md "Layouts"). */
export function ProjectLayout() {
  const { projectId } = route.useParams()
  const project = ownProjectOf(useMe(), projectId)
  if (project === null) return <GoneProject projectId={projectId} />
  const Layout = isApprover(project) ? ApproverLayout : GeneralLayout
  return (
    <ShownProject value={project}>
      <Layout project={project}>
        <PageTitle project={project.name} />
        <Outlet />
      </Layout>
    </ShownProject>
  )
}

import { getRouteApi, Outlet } from '@tanstack/react-router'
import { PostCreationLayout } from '#web/features/projects/components/post-creation-layout.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { PageTitle } from './page-title.tsx'

const route = getRouteApi('/$projectId/creation')

export function CreationLayout() {
  const { projectId } = route.useParams()
  const project = useOwnProject(projectId)
  return (
    <PostCreationLayout project={project}>
      <PageTitle project={project.name} />
      <Outlet />
    </PostCreationLayout>
  )
}

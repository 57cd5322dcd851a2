import { getRouteApi, Outlet } from '@tanstack/react-router'
import { PostCreationLayout } from '#web/features/projects/components/post-creation-layout.tsx'
import { useOwnProject } from '#web/platform/me.ts'

const route = getRouteApi('/$projectId/creation')

export function CreationLayout() {
  const { projectId } = route.useParams()
  return (
    <PostCreationLayout project={useOwnProject(projectId)}>
      <Outlet />
    </PostCreationLayout>
  )
}

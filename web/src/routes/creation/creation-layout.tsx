import { getRouteApi, Outlet } from '@tanstack/react-router'
import { PostCreationLayout } from '#web/features/navigation/post-creation-layout.tsx'
import { ownProjectOf, useMe } from '#web/platform/me.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { GoneProject } from '../gone-project.tsx'
import { PageTitle } from '../page-title.tsx'

const route = getRouteApi('/$projectId/creation')

export function CreationLayout() {
  const { projectId } = route.useParams()
  const project = ownProjectOf(useMe(), projectId)
  if (project === null) return <GoneProject projectId={projectId} />
  return (
    <ShownProject value={project}>
      <PostCreationLayout project={project}>
        <PageTitle project={project.name} />
        <Outlet />
      </PostCreationLayout>
    </ShownProject>
  )
}

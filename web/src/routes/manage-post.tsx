import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '#web/ui/states.tsx'

const route = getRouteApi('/$projectId/creation/manage-post/$social')

export function ManagePostPage() {
  const { projectId } = route.useParams()
  return <Empty title="Post" text={`Project ${projectId}`} />
}

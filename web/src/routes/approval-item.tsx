import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '#web/ui/states.tsx'

const route = getRouteApi('/$projectId/pages/approval/$social')

export function ApprovalItemPage() {
  const { projectId } = route.useParams()
  return <Empty title="Approval" text={`Project ${projectId}`} />
}

import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '#web/ui/states.tsx'

const route = getRouteApi('/$projectId/pages/unapprove/$social')

export function UnapproveItemPage() {
  const { projectId } = route.useParams()
  return <Empty title="Unapprove" text={`Project ${projectId}`} />
}

import { getRouteApi } from '@tanstack/react-router'
import { ApprovalListScreen } from '#web/features/approvals/approval-list-screen.tsx'

const route = getRouteApi('/$projectId/pages/approval')

/** `/{projectId}/approval?tab=approved`. */
export function ApprovalListPage() {
  const { projectId } = route.useParams()
  const { tab } = route.useSearch()
  return <ApprovalListScreen projectId={projectId} tab={tab ?? 'pending'} />
}

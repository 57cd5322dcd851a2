import { getRouteApi } from '@tanstack/react-router'
import { ApprovalListScreen } from '#web/features/approvals/list/approval-list-screen.tsx'

const route = getRouteApi('/$projectId/pages/approval')

/** `/{projectId}/approval?tab=approved`. */
export function ApprovalListPage() {
  const { tab, q, social_network, round } = route.useSearch()
  return <ApprovalListScreen tab={tab ?? 'pending'} filter={{ q, social_network, round }} />
}

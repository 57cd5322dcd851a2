import { getRouteApi } from '@tanstack/react-router'
import { ApprovalItemScreen } from '#web/features/approvals/item/approval-item-screen.tsx'
import { filterIn } from '#web/features/approvals/list/list-filter.ts'

const route = getRouteApi('/$projectId/pages/approval/$social')

/** `/{projectId}/approval/{social}?postId=…`: one post to approve. */
export function ApprovalItemPage() {
  const { social } = route.useParams()
  const search = route.useSearch()
  return (
    <ApprovalItemScreen
      network={social}
      postId={search.postId}
      from={search.from}
      list="pending"
      filter={filterIn(search)}
    />
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { ApprovalItemScreen } from '#web/features/approvals/item/approval-item-screen.tsx'
import { filterIn } from '#web/features/approvals/list/list-filter.ts'

const route = getRouteApi('/$projectId/pages/unapprove/$social')

/** `/{projectId}/unapprove/{social}?postId=…`: an approved post, to be unapproved. */
export function UnapproveItemPage() {
  const { social } = route.useParams()
  const search = route.useSearch()
  return (
    <ApprovalItemScreen
      network={social}
      postId={search.postId}
      from={search.from}
      list="approved"
      filter={filterIn(search)}
    />
  )
}

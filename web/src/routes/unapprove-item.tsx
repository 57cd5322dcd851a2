import { getRouteApi } from '@tanstack/react-router'
import { ApprovalItemScreen } from '#web/features/approvals/item/approval-item-screen.tsx'

const route = getRouteApi('/$projectId/pages/unapprove/$social')

/** `/{projectId}/unapprove/{social}?postId=…`: an approved post, to be unapproved. */
export function UnapproveItemPage() {
  const { projectId, social } = route.useParams()
  const { postId, from } = route.useSearch()
  return (
    <ApprovalItemScreen projectId={projectId} network={social} postId={postId} from={from} list="approved" />
  )
}

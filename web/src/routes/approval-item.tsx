import { getRouteApi } from '@tanstack/react-router'
import { ApprovalItemScreen } from '#web/features/approvals/item/approval-item-screen.tsx'

const route = getRouteApi('/$projectId/pages/approval/$social')

/** `/{projectId}/approval/{social}?postId=…`: one post to approve. */
export function ApprovalItemPage() {
  const { projectId, social } = route.useParams()
  const { postId, from } = route.useSearch()
  return (
    <ApprovalItemScreen projectId={projectId} network={social} postId={postId} from={from} list="pending" />
  )
}

import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { Role } from '#domain/permissions/table.ts'
import { approvalReading } from '#domain/posts/status.ts'
import type { CardLink } from '../grid/board.tsx'

type Place = { readonly projectId: number; readonly isPlanning: boolean; readonly role: Role | null }

/** The link of a card: for authors the post, for approvers its item in the pending or the approved list. */
export const linkOfEntry = ({ item }: CalendarEntry, { projectId, isPlanning, role }: Place): CardLink => {
  const [first] = item.post.post_socials
  const params = { projectId, social: first?.social_network ?? 'facebook' }
  if (isPlanning) return { to: '/$projectId/manage-post/$social', params, search: { postId: item.post_id } }
  const isDecided = item.post.post_socials.every(
    ({ status }) => status === 'approved' || (role !== null && approvalReading(status, role) === 'approved'),
  )
  return {
    to: isDecided ? '/$projectId/unapprove/$social' : '/$projectId/approval/$social',
    params,
    search: { postId: item.post_id, from: 'calendar' },
  }
}

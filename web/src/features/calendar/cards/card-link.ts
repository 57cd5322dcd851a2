import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { Role } from '#domain/permissions/table.ts'
import { approvalReading } from '#domain/posts/status.ts'
import type { CardLink } from '#web/features/calendar/grid-state/board.tsx'

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

/**
 * The address of a card's link. The router's own link component follows every change of the address, which a few hundred cards would feel;
 * ids, networks and fixed words need none of its encoding.
 */
export const addressOf = ({ to, params, search }: CardLink): string => {
  const values = new Map(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]))
  const path = String(to).replace(/\$(\w+)/g, (_, name: string) => values.get(name) ?? '')
  return `${path}?${new URLSearchParams(Object.entries(search ?? {}).map(([name, value]) => [name, String(value)]))}`
}

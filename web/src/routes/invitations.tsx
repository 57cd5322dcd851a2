import { getRouteApi } from '@tanstack/react-router'
import { InvitationsScreen } from '#web/features/team/invitations-screen.tsx'

const route = getRouteApi('/invitations')

/** `/invitations` (docs/product/team.md "Invitations"). */
export function InvitationsPage() {
  return <InvitationsScreen token={route.useSearch().token ?? null} />
}

import { getRouteApi } from '@tanstack/react-router'
import { SocialAccountsScreen } from '#web/features/social-accounts/social-accounts-screen.tsx'

const route = getRouteApi('/$projectId/pages/settings/social-accounts')

export function SocialAccountsPage() {
  return <SocialAccountsScreen projectId={route.useParams().projectId} />
}

import { SocialAccountsScreen } from '#web/features/social-accounts/social-accounts-screen.tsx'

export function SocialAccountsPage() {
  return <SocialAccountsScreen />
}

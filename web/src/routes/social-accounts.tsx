import { MendedFailures } from '#web/features/publishing/mended-failures.tsx'
import { SocialAccountsScreen } from '#web/features/social-accounts/social-accounts-screen.tsx'

export function SocialAccountsPage() {
  return (
    <SocialAccountsScreen>
      <MendedFailures />
    </SocialAccountsScreen>
  )
}

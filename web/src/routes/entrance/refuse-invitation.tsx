import { usePageWords } from '#web/features/accounts/page-words.ts'
import { RefuseInvitationScreen } from '#web/features/accounts/signup/refuse-invitation-screen.tsx'

/** `/refuse-invitation`: where "I do not know this agency" in the mail of an invitation leads. */
export function RefuseInvitationPage() {
  return usePageWords() && <RefuseInvitationScreen />
}

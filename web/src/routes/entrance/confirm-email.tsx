import { usePageWords } from '#web/features/accounts/page-words.ts'
import { ConfirmEmailScreen } from '#web/features/accounts/signup/confirm-email-screen.tsx'

/** `/confirm-email`: where the link in the welcome mail leads. */
export function ConfirmEmailPage() {
  return usePageWords() && <ConfirmEmailScreen />
}

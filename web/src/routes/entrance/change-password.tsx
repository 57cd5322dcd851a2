import { ResetPasswordScreen } from '#web/features/accounts/login/reset-password-screen.tsx'
import { usePageWords } from '#web/features/accounts/page-words.ts'

/** `/change-password`: where the mailed link leads. */
export function ChangePasswordPage() {
  return usePageWords() && <ResetPasswordScreen />
}

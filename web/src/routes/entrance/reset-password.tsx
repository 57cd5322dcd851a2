import { ForgotPasswordScreen } from '#web/features/accounts/login/forgot-password-screen.tsx'
import { usePageWords } from '#web/features/accounts/page-words.ts'

/** `/reset-password`: asks for the mail with the link. */
export function ResetPasswordPage() {
  return usePageWords() && <ForgotPasswordScreen />
}

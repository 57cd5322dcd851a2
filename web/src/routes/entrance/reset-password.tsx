import { ForgotPasswordScreen } from '#web/features/accounts/login/forgot-password-screen.tsx'

/** `/reset-password`: asks for the mail with the link. */
export function ResetPasswordPage() {
  return <ForgotPasswordScreen />
}

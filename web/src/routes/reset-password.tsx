import { ForgotScreen } from '#web/features/accounts/password/components/forgot-screen.tsx'

/** `/reset-password`: asks for the mail with the link. */
export function ResetPasswordPage() {
  return <ForgotScreen />
}

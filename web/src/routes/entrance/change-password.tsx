import { ResetPasswordScreen } from '#web/features/accounts/login/reset-password-screen.tsx'

/** `/change-password`: where the mailed link leads. */
export function ChangePasswordPage() {
  return <ResetPasswordScreen />
}

import { NewPasswordScreen } from '#web/features/accounts/password/components/new-password-screen.tsx'

/** `/change-password`: where the mailed link leads. */
export function ChangePasswordPage() {
  return <NewPasswordScreen />
}

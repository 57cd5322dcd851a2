import { LoginScreen } from '#web/features/accounts/login/login-screen.tsx'

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** `/` for a person who is not signed in. */
export function LoginPage(props: Props) {
  return <LoginScreen {...props} />
}

import { LoginScreen } from '#web/features/accounts/login/login-screen.tsx'
import { usePageWords } from '#web/features/accounts/page-words.ts'

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** `/` for a person who is not signed in. */
export function LoginPage(props: Props) {
  return usePageWords() && <LoginScreen {...props} />
}

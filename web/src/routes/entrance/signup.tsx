import { usePageWords } from '#web/features/accounts/page-words.ts'
import { SignupScreen } from '#web/features/accounts/signup/signup-screen.tsx'

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** `/signup` for a person who is not signed in. */
export function SignupPage(props: Props) {
  return usePageWords() && <SignupScreen {...props} />
}

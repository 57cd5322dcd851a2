import { AuthLayout } from '../auth-layout.tsx'
import { ProviderButtons } from '../providers/provider-buttons.tsx'
import { SignupForm } from './signup-form.tsx'

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** The sign-up page (docs/product/accounts.md "Sign-up"). */
export function SignupScreen(props: Props) {
  return (
    <AuthLayout title="Create an account">
      <SignupForm {...props} />
      <ProviderButtons />
    </AuthLayout>
  )
}

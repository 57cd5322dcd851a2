import { useState } from 'react'
import type { DemoLogin } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { say } from '../page-words.ts'
import { ProviderButtons } from '../provider-buttons.tsx'
import { DemoLogins } from './demo-logins.tsx'
import { LoginForm } from './login-form.tsx'

type Props = {
  /** Somebody has started to fill in the form: load what comes after it. */
  readonly onReady: () => void
  readonly onSignedIn: () => void
}

/** The login page (docs/product/accounts.md "Login"). */
export function LoginScreen({ onReady, onSignedIn }: Props) {
  const [chosen, setChosen] = useState<DemoLogin | null>(null)
  return (
    <AuthLayout title={say('Log in')} lead={say('Plan, approve and publish, all in one place.')}>
      <LoginForm prefill={chosen} onReady={onReady} onSignedIn={onSignedIn} />
      <ProviderButtons />
      <DemoLogins onChoose={setChosen} />
    </AuthLayout>
  )
}

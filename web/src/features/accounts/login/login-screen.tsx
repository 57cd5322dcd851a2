import { useState } from 'react'
import type { DemoLogin } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { ProviderButtons } from '../providers/provider-buttons.tsx'
import { DemoLogins } from './demo-logins.tsx'
import { LoginForm } from './login-form.tsx'

type Props = {
  /** Somebody has begun to fill in the form: what comes after it can be loaded. */
  readonly onReady: () => void
  readonly onSignedIn: () => void
}

/** Login (document 1 section 2). */
export function LoginScreen({ onReady, onSignedIn }: Props) {
  const [chosen, setChosen] = useState<DemoLogin | null>(null)
  return (
    <AuthLayout title="Log in" lead="Plan, approve and publish, all in one place.">
      <LoginForm prefill={chosen} onReady={onReady} onSignedIn={onSignedIn} />
      <ProviderButtons />
      <DemoLogins onChoose={setChosen} />
    </AuthLayout>
  )
}

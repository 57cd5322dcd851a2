import { lazy, Suspense, useState } from 'react'
import type { DemoLogin } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { say } from '../page-words.ts'
import { ProviderButtons } from '../provider-buttons.tsx'
import { readWaitingSignIn } from '../sign-in.ts'
import { DemoLogins } from './demo-logins.tsx'
import { LoginForm } from './login-form.tsx'

const SecondFactorForm = lazy(() =>
  import('./second-factor-form.tsx').then(module => ({ default: module.SecondFactorForm })),
)

type Props = {
  /** Somebody has started to fill in the form: load what comes after it. */
  readonly onReady: () => void
  readonly onSignedIn: () => void
}

/** The login page (docs/product/accounts.md "Login"). */
export function LoginScreen({ onReady, onSignedIn }: Props) {
  const [chosen, setChosen] = useState<DemoLogin | null>(null)
  const [waiting, setWaiting] = useState(readWaitingSignIn)
  const askSecondFactor = () => setWaiting(readWaitingSignIn)
  if (waiting)
    return (
      <AuthLayout title={say('Log in')} lead={say('Show that it is you.')}>
        <Suspense>
          <SecondFactorForm waiting={waiting} onSignedIn={onSignedIn} onBack={() => setWaiting(null)} />
        </Suspense>
      </AuthLayout>
    )
  return (
    <AuthLayout title={say('Log in')} lead={say('Plan, approve and publish, all in one place.')}>
      <LoginForm
        prefill={chosen}
        onReady={onReady}
        onSignedIn={onSignedIn}
        onSecondFactor={askSecondFactor}
      />
      <ProviderButtons />
      <DemoLogins onChoose={setChosen} />
    </AuthLayout>
  )
}

import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { GalleyMark } from '#web/ui/galley-mark.tsx'
import type { DemoLogin } from '../api.ts'
import { DemoLogins } from './demo-logins.tsx'
import { LoginForm } from './login-form.tsx'
import classes from './login-screen.module.css'
import { WelcomePanel } from './welcome-panel.tsx'

type Props = {
  /** Somebody has begun to fill in the form: what comes after it can be loaded. */
  readonly onReady: () => void
  readonly onSignedIn: () => void
}

/** Login (document 1 section 2): the form beside the welcome panel. */
export function LoginScreen({ onReady, onSignedIn }: Props) {
  const [chosen, setChosen] = useState<DemoLogin | null>(null)
  return (
    <div className={classes.layout}>
      <main className={classes.formSide}>
        <div className={classes.column}>
          <div className={classes.brand}>
            <GalleyMark size={36} />
            <span className={classes.name}>Galley</span>
          </div>
          <Title order={1} size={26}>
            Log in
          </Title>
          <Text size="sm" c="dimmed" mt={4} mb="lg">
            Plan, approve and publish, all in one place.
          </Text>
          <LoginForm prefill={chosen} onReady={onReady} onSignedIn={onSignedIn} />
          <DemoLogins onChoose={setChosen} />
        </div>
      </main>
      <WelcomePanel />
    </div>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isOutcomeUnknown } from '#web/platform/api-error.ts'
import { browser } from '#web/platform/session.ts'
import { readToken } from '#web/platform/token.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { confirmEmail, resendConfirmation } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { queryOf } from '../auth-link.tsx'

type Step = 'confirmed' | 'mailed'
type State = 'waiting' | 'asking' | Step | { readonly trouble: unknown; readonly at: Step }

const titles = {
  waiting: 'Confirm your email address',
  asking: 'Confirming your email address…',
  confirmed: 'Your email address is confirmed',
}

/** The server has not refused the link: it may be tried again. */
const isOpen = (trouble: unknown) =>
  isOutcomeUnknown(trouble) || (trouble instanceof ApiError && trouble.status === 429)

/**
 * The page that a confirmation mail links to, signed in or not. Somebody who is not signed in has to press a button: mail
 * scanners open links and run scripts, and would confirm the address for whoever signed up with it.
 */
export function ConfirmEmailScreen() {
  const isSignedIn = readToken() !== null
  const [state, setState] = useState<State>(isSignedIn ? 'asking' : 'waiting')
  // The link works once: a second request from the same view would be refused.
  const isAsked = useRef(false)
  const take = (step: Step) => {
    setState('asking')
    const asked = step === 'mailed' ? resendConfirmation() : confirmEmail(queryOf().get('token') ?? '')
    void asked.then(
      () => setState(step),
      error => setState({ trouble: error, at: step }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (isAsked.current || !isSignedIn) return
    isAsked.current = true
    take('confirmed')
  }, [])
  const hasTrouble = typeof state === 'object'
  const title = hasTrouble || state === 'mailed' ? 'Confirm your email address' : titles[state]
  return (
    <AuthLayout title={title}>
      <Stack mt="lg" align="start" role="status">
        {state === 'waiting' && (
          <>
            <Text c="dimmed">If you did not sign up for Galley, close this page.</Text>
            <Button size="md" onClick={() => take('confirmed')}>
              Confirm email address
            </Button>
          </>
        )}
        {state === 'confirmed' && <Text c="dimmed">Invitations to this address now reach your account.</Text>}
        {state === 'mailed' && <Text>A new link is on its way to your email address.</Text>}
        {hasTrouble && <FormError error={state.trouble} />}
        {hasTrouble && isOpen(state.trouble) && (
          <Button size="md" onClick={() => take(state.at)}>
            Retry
          </Button>
        )}
        {hasTrouble && !isOpen(state.trouble) && isSignedIn && (
          <Button size="md" onClick={() => take('mailed')}>
            Send a new link
          </Button>
        )}
        {state !== 'asking' && state !== 'waiting' && (
          <Button
            size="md"
            variant={state === 'confirmed' ? 'filled' : 'default'}
            onClick={() => browser.toLogin()}
          >
            {isSignedIn ? 'Continue' : 'Log in'}
          </Button>
        )}
      </Stack>
    </AuthLayout>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { AuthLayout } from '#web/features/accounts/components/auth-layout.tsx'
import { queryOf } from '#web/features/accounts/components/auth-link.tsx'
import { Refusal } from '#web/features/accounts/components/refusal.tsx'
import { browser } from '#web/platform/session.ts'
import { readToken } from '#web/platform/token.ts'
import { confirmAddress, mailConfirmationAgain } from '../api.ts'

type State = 'asking' | 'confirmed' | 'mailed' | { readonly trouble: unknown }

const titles = { asking: 'Confirming your email address…', confirmed: 'Your email address is confirmed' }

/** The page of the mailed link that confirms an address. Works signed in or not. */
export function ConfirmEmailScreen() {
  const [state, setState] = useState<State>('asking')
  // The link works once: a second request for the same view would be refused.
  const isAsked = useRef(false)
  const settle = (asked: Promise<unknown>, then: State) =>
    void asked.then(
      () => setState(then),
      error => setState({ trouble: error }),
    )
  const confirm = () => settle(confirmAddress(queryOf().get('token') ?? ''), 'confirmed')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    confirm()
  }, [])
  const isSignedIn = readToken() !== null
  const hasTrouble = typeof state === 'object'
  const title = hasTrouble || state === 'mailed' ? 'Confirm your email address' : titles[state]
  return (
    <AuthLayout title={title}>
      <Stack mt="lg" align="start" role="status">
        {state === 'confirmed' && <Text c="dimmed">Invitations to this address now reach your account.</Text>}
        {state === 'mailed' && <Text>A new link is on its way to your email address.</Text>}
        {hasTrouble && <Refusal error={state.trouble} />}
        {hasTrouble && isSignedIn && (
          <Button size="md" onClick={() => settle(mailConfirmationAgain(), 'mailed')}>
            Send a new link
          </Button>
        )}
        {state !== 'asking' && (
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

import { Button, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { phrase } from '#domain/kernel/languages/words.ts'
import { ApiError, isOutcomeUnknown } from '#web/platform/api-error.ts'
import { browser } from '#web/platform/session.ts'
import { readToken } from '#web/platform/token.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { confirmEmail, resendConfirmation } from '../api.ts'
import { AuthLayout, AuthText } from '../auth-layout.tsx'
import { queryOf } from '../auth-link.tsx'
import { NewPasswordForm } from '../new-password-form.tsx'
import { inPageWords, say } from '../page-words.ts'

type Step = 'confirmed' | 'mailed'
type State = 'asking' | 'password' | Step | { readonly trouble: unknown; readonly at: Step }

const titles = {
  asking: phrase('Confirming your email address…'),
  password: phrase('Confirm your email address'),
  confirmed: phrase('Your email address is confirmed'),
  mailed: phrase('Confirm your email address'),
}

/** The server has not refused the link: it may be tried again. */
const isOpen = (trouble: unknown) =>
  isOutcomeUnknown(trouble) || (trouble instanceof ApiError && trouble.status === 429)

const isPasswordRequired = (trouble: unknown) =>
  trouble instanceof ApiError && trouble.code === 'password_required'

/**
 * The page that a confirmation mail links to. In the browser that signed up nothing more is asked. Any other browser chooses a password:
 * a mail scanner that opens the link confirms nothing, and whatever a stranger had set for this address ends (decision 26).
 */
export function ConfirmEmailScreen() {
  const [link] = useState(() => ({
    token: queryOf().get('token') ?? '',
    email: (queryOf().get('email') ?? '').trim(),
  }))
  const [state, setState] = useState<State>('asking')
  // The link works once: a second request from the same view would be refused.
  const isRequested = useRef(false)
  const take = (step: Step) => {
    setState('asking')
    const requested = step === 'mailed' ? resendConfirmation() : confirmEmail({ token: link.token })
    void requested.then(
      () => setState(step),
      error => setState(isPasswordRequired(error) ? 'password' : { trouble: error, at: step }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (isRequested.current) return
    isRequested.current = true
    take('confirmed')
  }, [])
  const hasTrouble = typeof state === 'object'
  const isSignedIn = readToken() !== null
  const isDone = hasTrouble || state === 'confirmed' || state === 'mailed'
  return (
    <AuthLayout title={say(hasTrouble ? titles.mailed : titles[state])}>
      {state === 'password' && (
        <Stack mt="lg">
          <AuthText>
            {link.email === ''
              ? say(
                  'Choose a password. It replaces any password set before, and all other devices are signed out. If you did not sign up for Galley, close this page.',
                )
              : say(
                  'Choose a password for {email}. It replaces any password set before, and all other devices are signed out. If you did not sign up for Galley, close this page.',
                  { email: link.email },
                )}
          </AuthText>
          <NewPasswordForm
            label={say('Confirm your email address')}
            button={say('Confirm email address')}
            email={link.email}
            send={async fields => {
              await confirmEmail({ token: link.token, ...fields })
              setState('confirmed')
            }}
          />
        </Stack>
      )}
      <Stack mt="lg" align="start" role="status">
        {state === 'confirmed' && (
          <AuthText>{say('Invitations to this address now reach your account.')}</AuthText>
        )}
        {state === 'mailed' && <AuthText>{say('A new link is on its way to your email address.')}</AuthText>}
        {hasTrouble && <FormError error={inPageWords(state.trouble)} />}
        {hasTrouble && isOpen(state.trouble) && (
          <Button size="md" onClick={() => take(state.at)}>
            {say('Retry')}
          </Button>
        )}
        {hasTrouble && !isOpen(state.trouble) && isSignedIn && (
          <Button size="md" onClick={() => take('mailed')}>
            {say('Send a new link')}
          </Button>
        )}
        {isDone && (
          <Button
            size="md"
            variant={state === 'confirmed' ? 'filled' : 'default'}
            onClick={() => browser.toLogin()}
          >
            {isSignedIn ? say('Continue') : say('Log in')}
          </Button>
        )}
      </Stack>
    </AuthLayout>
  )
}

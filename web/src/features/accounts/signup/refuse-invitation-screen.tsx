import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '#web/ui/form/form-error.tsx'
import { refuseUnknownAgency } from '../api.ts'
import { AuthLayout, AuthText } from '../auth-layout.tsx'
import { queryOf } from '../auth-link.tsx'
import { inPageWords, say } from '../page-words.ts'
import { useInvitation } from './use-invitation.ts'

/** Where the agency’s name goes, which may be of another direction. */
const PLACE = '\n'

type State = 'asking' | 'sending' | 'done' | { readonly trouble: unknown }

/**
 * Where "I do not know this agency" of an invitation leads. It needs a press: mail scanners open links
 * (docs/product/team.md "Invitations").
 */
export function RefuseInvitationScreen() {
  const [token] = useState(() => queryOf().get('token') ?? '')
  // From the server: anybody can write an address.
  const found = useInvitation(token)
  const agency = found === 'asking' ? null : found?.agency
  const [state, setState] = useState<State>('asking')
  const [before, after] = say(
    'All invitations from {agency} are refused, and Galley sends you none of them any more. They are not told.',
    { agency: PLACE },
  ).split(PLACE)
  const send = () => {
    setState('sending')
    refuseUnknownAgency(token).then(
      () => setState('done'),
      trouble => setState({ trouble }),
    )
  }
  return (
    <AuthLayout
      title={
        state === 'done' ? say('You get no more invitations from them') : say('You do not know this agency?')
      }
    >
      <Stack mt="lg">
        <AuthText role="status">
          {state === 'done' ? (
            say(
              'All their invitations to you are refused. You can close this page. If you have an account, you can allow them again under Invitations in the user menu.',
            )
          ) : (
            <>
              {before}
              <bdi>{agency ?? say('this agency')}</bdi>
              {after}
            </>
          )}
        </AuthText>
        {state !== 'done' && (
          <Button size="md" loading={state === 'sending'} onClick={send}>
            {say('Refuse all invitations')}
          </Button>
        )}
        <FormError error={inPageWords(typeof state === 'object' ? state.trouble : null)} />
      </Stack>
    </AuthLayout>
  )
}

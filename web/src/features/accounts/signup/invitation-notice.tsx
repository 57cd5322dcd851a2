import { Stack } from '@mantine/core'
import { phrase } from '#domain/kernel/languages/words.ts'
import { AuthLayout, AuthText } from '../auth-layout.tsx'
import classes from '../auth-link.module.css'
import { AuthLink } from '../auth-link.tsx'
import { say } from '../page-words.ts'
import type { CheckedInvitation } from './use-invitation.ts'

const titles = {
  open: phrase('Log in to accept the invitation'),
  accepted: phrase('This invitation was already accepted'),
  ended: phrase('This invitation is no longer valid'),
}

const wordsOf = ({ status, email, where }: CheckedInvitation): string => {
  const names = { email: email ?? '', place: where ?? '' }
  if (status === 'open') return say('{email} already has an account. Log in to join {place}.', names)
  if (status === 'accepted') return say('Log in to open {place}.', names)
  return say(
    'It has expired, was sent again with a newer link, or was withdrawn. Look for a newer email, or ask for another invitation. If you already have an account, log in.',
  )
}

/** In place of the sign-up form, for an invitation that the form would be refused with. */
export function InvitationNotice({ invitation }: { readonly invitation: CheckedInvitation }) {
  const { status, email } = invitation
  // Only an open one is still worth carrying along.
  const login = status === 'open' ? `/${window.location.search}` : '/'
  return (
    <AuthLayout title={say(titles[status])}>
      <Stack mt="lg">
        <AuthText role="status">{wordsOf(invitation)}</AuthText>
        <AuthLink href={login} email={email ?? undefined} look="button">
          {say('Log in')}
        </AuthLink>
        {status === 'ended' && (
          <a href="/signup" className={classes.link}>
            {say('Sign up without an invitation')}
          </a>
        )}
      </Stack>
    </AuthLayout>
  )
}

import { Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { AuthLayout, AuthText } from '../auth-layout.tsx'
import { queryOf } from '../auth-link.tsx'
import { say } from '../page-words.ts'
import { ProviderButtons } from '../provider-buttons.tsx'
import { SignupForm } from './signup-form.tsx'
import { useInvitation } from './use-invitation.ts'

// Most invitations are open, for somebody without an account.
const InvitationNotice = lazy(() =>
  import('./invitation-notice.tsx').then(module => ({ default: module.InvitationNotice })),
)

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** The sign-up page (docs/product/accounts.md "Sign-up"). */
export function SignupScreen(props: Props) {
  const [token] = useState(() => queryOf().get('invitation'))
  const invitation = useInvitation(token)
  if (invitation === 'asking')
    return (
      <AuthLayout title={say('Create an account')}>
        <Stack mt="lg">
          <AuthText role="status">{say('Checking the invitation…')}</AuthText>
        </Stack>
      </AuthLayout>
    )
  if (invitation && (invitation.status !== 'open' || invitation.has_account))
    return (
      <Suspense>
        <InvitationNotice invitation={invitation} />
      </Suspense>
    )
  return (
    <AuthLayout title={say('Create an account')}>
      <SignupForm {...props} />
      <ProviderButtons />
    </AuthLayout>
  )
}

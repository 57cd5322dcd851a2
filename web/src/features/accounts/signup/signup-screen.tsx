import { Stack } from '@mantine/core'
import { useState } from 'react'
import { AuthLayout, AuthText } from '../auth-layout.tsx'
import { queryOf } from '../auth-link.tsx'
import { ProviderButtons } from '../provider-buttons.tsx'
import { InvitationNotice } from './invitation-notice.tsx'
import { SignupForm } from './signup-form.tsx'
import { useInvitation } from './use-invitation.ts'

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** The sign-up page (docs/product/accounts.md "Sign-up"). */
export function SignupScreen(props: Props) {
  const [token] = useState(() => queryOf().get('invitation'))
  const invitation = useInvitation(token)
  if (invitation === 'asking')
    return (
      <AuthLayout title="Create an account">
        <Stack mt="lg">
          <AuthText role="status">Checking the invitation…</AuthText>
        </Stack>
      </AuthLayout>
    )
  if (invitation && (invitation.status !== 'open' || invitation.has_account))
    return <InvitationNotice invitation={invitation} />
  return (
    <AuthLayout title="Create an account">
      <SignupForm {...props} />
      <ProviderButtons />
    </AuthLayout>
  )
}

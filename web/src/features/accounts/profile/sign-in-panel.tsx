import { Divider, Skeleton, Stack } from '@mantine/core'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useListSignInMethods } from './api.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { IdentityList } from './identity-list.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

/** The person's sign-in methods: a password, linked Google and Apple accounts, and the second factor. */
export function SignInPanel({ onChanged }: { onChanged: (isChanged: boolean) => void }) {
  const { data, error, refetch } = useListSignInMethods()
  if (!data)
    return error ? (
      <Failed message={messageOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading>
        <Stack>
          <Skeleton height={56} />
          <Skeleton height={220} />
        </Stack>
      </Loading>
    )
  const { identities, providers, has_password } = data
  const hasProviders = providers.length > 0 || identities.length > 0
  return (
    <Stack gap="lg">
      {hasProviders && <IdentityList ways={data} />}
      {hasProviders && <Divider />}
      {/* Remounted once there is a password: the form then asks for the current one. */}
      <ChangePasswordForm key={String(has_password)} hasPassword={has_password} onChanged={onChanged} />
      <Divider />
      <SecondFactorPanel />
    </Stack>
  )
}

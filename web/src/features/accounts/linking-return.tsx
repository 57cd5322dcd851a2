import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { providerNames } from '#domain/accounts/providers.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { meQuery } from '#web/platform/me.ts'
import { toast } from '#web/ui/toast.tsx'
import type { ProviderReturn } from './oauth-return.ts'
import { linkIdentity, signInMethodsKey } from './profile/api.ts'

const ProfileModal = lazy(() =>
  import('./profile/profile-modal.tsx').then(module => ({
    default: module.ProfileModal,
  })),
)

/** The person is back from Google or Apple, on the page they left: opens Edit Profile again and shows the result. */
export function LinkingReturn({ returned }: { returned: ProviderReturn }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const name = providerNames[returned.provider]
    const linked =
      'error' in returned
        ? Promise.resolve(toast.info(`${name} was not linked.`))
        : linkIdentity(returned).then(
            ways => {
              client.setQueryData(signInMethodsKey, ways)
              toast.success(`${name} is linked. You can now sign in with it.`)
            },
            (error: unknown) => {
              toast.error(messageOf(error))
              expectApiError(error)
            },
          )
    // The page loads the signed-in person too; if that fails there is nothing to edit, and the page says why.
    void Promise.all([client.ensureQueryData(meQuery), linked]).then(
      () => setOpen(true),
      error => expectApiError(error),
    )
  }, [client, returned])
  return (
    <Suspense fallback={null}>
      {isOpen && <ProfileModal startsAt="sign-in" onClose={() => setOpen(false)} />}
    </Suspense>
  )
}

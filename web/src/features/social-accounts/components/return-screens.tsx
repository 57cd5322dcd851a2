import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { networkNames } from '#web/ui/network-badge.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  finishLinkedin,
  finishTwitter,
  type LinkedNetwork,
  refuseLinkedin,
  refuseTwitter,
  useConnectOrganization,
} from '../api.ts'
import { ConnectPage } from './connect-screen.tsx'
import { PagePicker } from './page-picker.tsx'

const toAccounts = '/$projectId/settings/social-accounts'

/** A code works once: it is spent on the first sight of the page and never again. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
} as const

/** To the project's accounts, with a word on how it went. */
const useArrival = (arrival: { projectId: number; text: string; isGood: boolean } | null) => {
  const navigate = useNavigate()
  const { projectId, text, isGood } = arrival ?? {}
  useEffect(() => {
    if (projectId === undefined || text === undefined) return
    if (isGood) toast.success(text)
    else toast.info(text)
    void navigate({ to: toAccounts, params: { projectId }, replace: true })
  }, [projectId, text, isGood, navigate])
}

function Ended({ network, error }: { network: LinkedNetwork; error: unknown }) {
  const isEmpty = error instanceof ApiError && error.code === 'EMPTY_RESPONSE'
  const text = messageOf(error)
  const action = <LinkButton to="/">Go to the start page</LinkButton>
  return isEmpty ? (
    <Empty
      title={text}
      text={`You are logged in at ${networkNames[network]}, and there is nothing that you may publish to.`}
      action={action}
    />
  ) : (
    <>
      <Failed message={text} />
      {action}
    </>
  )
}

const deniedText = (network: LinkedNetwork) =>
  `${networkNames[network]} was not connected: access was not given.`

type LinkedinReturn = { readonly code?: string | undefined; readonly state?: string | undefined }

/** `/linkedin/callback`: the code becomes access; then an organization is chosen, where there is a choice. */
export function LinkedinReturnScreen({ code, state }: LinkedinReturn) {
  const { data, error } = useQuery({
    ...once,
    queryKey: ['social-accounts', 'return', 'linkedin', state],
    queryFn: async () =>
      code !== undefined
        ? await finishLinkedin({ code, state: state ?? '' })
        : { ...(await refuseLinkedin(state ?? '')), project_social: null, pages: [] },
  })
  const isDenied = code === undefined
  const arrived = data && (isDenied || data.project_social !== null)
  useArrival(
    arrived
      ? {
          projectId: data.project_id,
          text: isDenied ? deniedText('linkedin') : 'LinkedIn connected',
          isGood: !isDenied,
        }
      : null,
  )
  return (
    <ConnectPage network="linkedin">
      {error && <Ended network="linkedin" error={error} />}
      {!error && (!data || arrived) && <Skeleton height={120} />}
      {data && !arrived && (
        <OrganizationPicker
          projectId={data.project_id}
          choices={data.pages.map(({ organization, organizationName, logo, lacks }) => ({
            ...{ id: organization, name: organizationName, logo, lacks },
          }))}
        />
      )}
    </ConnectPage>
  )
}

type PickerProps = Pick<Parameters<typeof PagePicker>[0], 'choices'> & { readonly projectId: number }

function OrganizationPicker({ projectId, choices }: PickerProps) {
  const connect = useConnectOrganization(projectId)
  useArrival(connect.isSuccess ? { projectId, text: 'LinkedIn connected', isGood: true } : null)
  return (
    <PagePicker
      label="Choose an organization"
      choices={choices}
      isConnecting={connect.isPending || connect.isSuccess}
      onConnect={organization => connect.mutate(organization)}
    />
  )
}

type TwitterReturn = {
  readonly oauth_token?: string | undefined
  readonly oauth_verifier?: string | undefined
  readonly denied?: string | undefined
}

/** `/twitter/callback`: a verifier connects the account; `denied` is reported and leads back. */
export function TwitterReturnScreen({ oauth_token, oauth_verifier, denied }: TwitterReturn) {
  const { data, error } = useQuery({
    ...once,
    queryKey: ['social-accounts', 'return', 'twitter', denied ?? oauth_token],
    queryFn: () =>
      denied === undefined
        ? finishTwitter({ oauth_token: oauth_token ?? '', oauth_verifier: oauth_verifier ?? '' })
        : refuseTwitter(denied),
  })
  useArrival(
    data
      ? {
          projectId: data.projectId,
          text: denied === undefined ? 'Twitter connected' : deniedText('twitter'),
          isGood: denied === undefined,
        }
      : null,
  )
  return (
    <ConnectPage network="twitter">
      {error ? <Ended network="twitter" error={error} /> : <Skeleton height={120} />}
    </ConnectPage>
  )
}

import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { failures } from '#domain/kernel/failure.ts'
import { networkNames } from '#domain/networks/names.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AccountError } from '../account-error.tsx'
import {
  connectTwitter,
  denyLinkedin,
  denyTwitter,
  listLinkedinOrganizations,
  useConnectLinkedinOrganization,
} from '../api.ts'
import { AccountsLink, useOpenAccounts } from './accounts-link.tsx'
import { rememberedConnectOrigin, restartConnecting } from './connect-origin.ts'
import { ConnectPage } from './connect-screen.tsx'
import type { LinkedNetwork } from './link-connect.tsx'
import { PagePicker } from './page-picker.tsx'

/** A code works once: it is used at the first render and never again. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
} as const

/** Goes to the list of accounts that the person left, with a toast on how it went. */
const useArrival = (arrival: { projectId: number; text: string; isGood: boolean } | null) => {
  const openAccounts = useOpenAccounts()
  const { projectId, text, isGood } = arrival ?? {}
  const arrive = useEffectEvent((id?: number, words?: string, isSuccess?: boolean) => {
    if (id === undefined || words === undefined) return
    if (isSuccess) toast.success(words)
    else toast.info(words)
    openAccounts(id, { replace: true })
  })
  useEffect(() => arrive(projectId, text, isGood), [projectId, text, isGood])
}

/** A failed attempt does not say which project it was for; this tab remembers. */
function NextSteps({ network }: { network: LinkedNetwork }) {
  const origin = rememberedConnectOrigin()
  return origin === null ? (
    <LinkButton to="/">Go to the start page</LinkButton>
  ) : (
    <Group gap="xs" justify="center">
      <AccountsLink projectId={origin.projectId} variant="default" />
      <Button onClick={() => restartConnecting(origin.projectId, network)}>Try again</Button>
    </Group>
  )
}

function FailedReturn({ network, error }: { network: LinkedNetwork; error: unknown }) {
  const isEmpty = error instanceof ApiError && error.code === 'EMPTY_RESPONSE'
  const text = messageOf(error)
  return isEmpty ? (
    <Empty
      title={text}
      text={`You are logged in to ${networkNames[network]}, but there is nothing you may publish to.`}
      action={<NextSteps network={network} />}
    />
  ) : (
    <Stack align="center" gap={0}>
      <Failed message={text} />
      <NextSteps network={network} />
    </Stack>
  )
}

/** The address was opened by itself: networks always send something along. */
function MissingParameters({ network }: { network: LinkedNetwork }) {
  return (
    <ConnectPage network={network}>
      <Stack align="center" gap={0}>
        <Failed message={failures.connection_expired.message} />
        <NextSteps network={network} />
      </Stack>
    </ConnectPage>
  )
}

const deniedText = (network: LinkedNetwork) =>
  `${networkNames[network]} was not connected: access was not given.`

/** LinkedIn's codes for a person who refused; any other error is about this installation's app. */
const personalNo = /^(user_cancelled_|access_denied$)/

type LinkedinReturn = {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly error?: string | undefined
}

/** `/linkedin/callback`: exchanges the code; then an organization is chosen, if there is a choice. */
export function LinkedinReturnScreen({ code, state, error }: LinkedinReturn) {
  if (state === undefined) return <MissingParameters network="linkedin" />
  if (code !== undefined) return <LinkedinReturned code={code} state={state} />
  return <LinkedinRefused state={state} appError={error && !personalNo.test(error) ? error : null} />
}

function LinkedinReturned({ code, state }: { code: string; state: string }) {
  const { data, error } = useQuery({
    ...once,
    queryKey: ['social-accounts', 'return', 'linkedin', state],
    queryFn: () => listLinkedinOrganizations({ code, state }),
  })
  const arrived = data !== undefined && data.project_social !== null
  useArrival(arrived ? { projectId: data.project_id, text: 'LinkedIn connected', isGood: true } : null)
  return (
    <ConnectPage network="linkedin">
      {error && <FailedReturn network="linkedin" error={error} />}
      {!error && (!data || arrived) && <Skeleton height={120} />}
      {data && !arrived && (
        <OrganizationPicker
          projectId={data.project_id}
          choices={data.pages.map(({ organization, organizationName, logo, lacks }) => ({
            id: organization,
            name: organizationName,
            logo,
            lacks,
          }))}
        />
      )}
    </ConnectPage>
  )
}

/** Ends the attempt. A refusal is reported; a problem of the app is shown as the account error. */
function LinkedinRefused({ state, appError }: { state: string; appError: string | null }) {
  const openAccounts = useOpenAccounts()
  const { data, error } = useQuery({
    ...once,
    queryKey: ['social-accounts', 'return', 'linkedin', state],
    queryFn: () => denyLinkedin(state),
  })
  const projectId = data?.project_id
  const isDenied = projectId !== undefined && appError === null
  useArrival(isDenied ? { projectId, text: deniedText('linkedin'), isGood: false } : null)
  return (
    <ConnectPage network="linkedin">
      {error ? <FailedReturn network="linkedin" error={error} /> : <Skeleton height={120} />}
      {projectId !== undefined && appError !== null && (
        <AccountError
          projectId={projectId}
          kind="contact"
          detail={`LinkedIn refused what this installation’s app asks for${/^\w{1,60}$/.test(appError) ? ` (${appError})` : ''}.`}
          onClose={() => openAccounts(projectId, { replace: true })}
          onRetry={() => restartConnecting(projectId, 'linkedin')}
        />
      )}
    </ConnectPage>
  )
}

type PickerProps = Pick<Parameters<typeof PagePicker>[0], 'choices' | 'projectId'>

function OrganizationPicker({ projectId, choices }: PickerProps) {
  const connect = useConnectLinkedinOrganization(projectId)
  useArrival(connect.isSuccess ? { projectId, text: 'LinkedIn connected', isGood: true } : null)
  return (
    <PagePicker
      projectId={projectId}
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
export function TwitterReturnScreen({ oauth_token: token, oauth_verifier: verifier, denied }: TwitterReturn) {
  if (denied !== undefined) return <TwitterReturned id={denied} isDenied ask={() => denyTwitter(denied)} />
  if (token === undefined || verifier === undefined) return <MissingParameters network="twitter" />
  const finish = () => connectTwitter({ oauth_token: token, oauth_verifier: verifier })
  return <TwitterReturned id={token} isDenied={false} ask={finish} />
}

type TwitterReturnedProps = {
  readonly id: string
  readonly isDenied: boolean
  readonly ask: () => Promise<{ readonly projectId: number }>
}

function TwitterReturned({ id, isDenied, ask }: TwitterReturnedProps) {
  const { data, error } = useQuery({
    ...once,
    queryKey: ['social-accounts', 'return', 'twitter', id],
    queryFn: ask,
  })
  const text = isDenied ? deniedText('twitter') : 'Twitter connected'
  useArrival(data ? { projectId: data.projectId, text, isGood: !isDenied } : null)
  return (
    <ConnectPage network="twitter">
      {error ? <FailedReturn network="twitter" error={error} /> : <Skeleton height={120} />}
    </ConnectPage>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { ConnectOptions } from '#domain/social-accounts/model.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AccountError, type AccountTrouble, accountTroubleOf } from '../account-error.tsx'
import { type ScriptedNetwork, useConnectPage, useFindPages } from '../api.ts'
import { AccountsLink, useOpenAccounts } from './accounts-link.tsx'
import { askFacebookLogin, useFacebookSdk } from './facebook-sdk.ts'
import { NothingFound } from './nothing-found.tsx'
import { PagePicker } from './page-picker.tsx'

type Props = {
  readonly network: ScriptedNetwork
  readonly sdk: NonNullable<ConnectOptions['sdk']>
  readonly isReconnect: boolean
}

const useScriptConnect = ({ network, sdk, isReconnect }: Props) => {
  const projectId = useProjectId()
  const openAccounts = useOpenAccounts()
  const [trouble, setTrouble] = useState<AccountTrouble | null>(null)
  const [isAsking, setAsking] = useState(false)
  const find = useFindPages(network)
  const connect = useConnectPage(network, projectId)
  const done = () => {
    toast.success(`${networkNames[network]} connected`)
    openAccounts(projectId)
  }
  const logIn = async () => {
    setTrouble(null)
    setAsking(true)
    const token = await askFacebookLogin(sdk).finally(() => setAsking(false))
    if (token === null)
      return setTrouble({
        kind: 'settings',
        detail: 'Facebook did not give access: the login was closed or refused.',
      })
    find.mutate(
      { projectId, token, reconnect: isReconnect },
      {
        onSuccess: ({ project_social }) => project_social && done(),
        onError: error => {
          if (error instanceof ApiError && error.code === 'EMPTY_RESPONSE') return
          setTrouble(accountTroubleOf(error))
        },
      },
    )
  }
  return { trouble, setTrouble, isAsking, find, connect, done, logIn: () => void logIn() }
}

const words: Readonly<Record<ScriptedNetwork, { choose: string; introduction: string }>> = {
  facebook: {
    choose: 'Choose a page',
    introduction:
      'A Facebook window opens. Log in there and allow Galley to manage your pages; then choose the page to publish to.',
  },
  instagram: {
    choose: 'Choose an Instagram account',
    introduction:
      'Instagram accounts are connected through Facebook. A Facebook window opens: log in as the admin of the page that the account is linked to, then choose the account.',
  },
}

/** Why a page that the person knows may not be among the choices. */
function MissingPageNote({ sdk }: Pick<Props, 'sdk'>) {
  const listsBusinessPages = sdk.config_id !== null || sdk.scopes.includes('business_management')
  return (
    <Text size="sm" c="dimmed">
      Is a page missing?{' '}
      {listsBusinessPages
        ? 'A page that you reach through a business is listed once the business has assigned it to you in its settings.'
        : 'Pages that you reach only through a business are not listed. Ask an admin of the page to give you access to the page itself.'}
    </Text>
  )
}

/** Facebook and Instagram: the network's own script asks for the login, then a page is chosen. */
export function ScriptConnect(props: Props) {
  const projectId = useProjectId()
  const { network, sdk } = props
  const { choose, introduction } = words[network]
  const { state } = useFacebookSdk(sdk)
  const { trouble, setTrouble, isAsking, find, connect, done, logIn } = useScriptConnect(props)
  const isEmpty = find.error instanceof ApiError && find.error.code === 'EMPTY_RESPONSE'
  if (state === 'failed')
    return (
      <Failed
        message="Facebook’s login could not be loaded. A blocker in your browser may have stopped it."
        onRetry={() => window.location.reload()}
      />
    )
  const pages = find.data?.pages ?? []
  const ask = isEmpty ? 'Connect' : 'Log in with Facebook'
  return (
    <Stack>
      {isEmpty && <NothingFound network={network} />}
      {find.isSuccess || isEmpty ? <MissingPageNote sdk={sdk} /> : null}
      {pages.length > 0 ? (
        <PagePicker
          projectId={projectId}
          label={choose}
          choices={pages}
          isConnecting={connect.isPending}
          onConnect={id => connect.mutate(id, { onSuccess: done })}
        />
      ) : (
        <>
          {!isEmpty && (
            <Text size="sm" c="dimmed">
              {introduction}
            </Text>
          )}
          <Group gap="xs">
            <Button onClick={logIn} loading={state === 'loading' || isAsking || find.isPending}>
              {ask}
            </Button>
            {!isEmpty && <AccountsLink projectId={projectId} variant="subtle" />}
          </Group>
        </>
      )}
      {trouble && (
        <AccountError projectId={projectId} {...trouble} onClose={() => setTrouble(null)} onRetry={logIn} />
      )}
    </Stack>
  )
}

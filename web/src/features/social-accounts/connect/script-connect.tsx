import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { ConnectOptions } from '#domain/social-accounts/model.ts'
import { ApiError, expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AccountError, type AccountTrouble, accountTroubleOf } from '../account-error.tsx'
import { type ScriptedNetwork, useConnectPage, useFindPages } from '../api.ts'
import { AccountsLink, useOpenAccounts } from './accounts-link.tsx'
import { askFacebookLogin, useFacebookSdk } from './facebook-sdk.ts'
import { useLinkedInstagram } from './linked-instagram.ts'
import { NothingFound } from './nothing-found.tsx'
import { PagePicker } from './page-picker.tsx'

type Props = {
  readonly network: ScriptedNetwork
  readonly sdk: NonNullable<ConnectOptions['sdk']>
  readonly isReconnect: boolean
  /** The login that serves a page and its Instagram account; null: not offered. */
  readonly shared: ConnectOptions['sdk']
}

const useScriptConnect = ({ network, sdk, isReconnect, shared }: Props) => {
  const projectId = useProjectId()
  const openAccounts = useOpenAccounts()
  const [trouble, setTrouble] = useState<AccountTrouble | null>(null)
  const [isAsking, setAsking] = useState(false)
  const find = useFindPages(network)
  const connect = useConnectPage(network, projectId)
  const instagram = useLinkedInstagram()
  const [isWithInstagram, setWithInstagram] = useState(shared !== null)
  const done = (isInstagramToo = false) => {
    toast.success(isInstagramToo ? 'Facebook and Instagram connected' : `${networkNames[network]} connected`)
    openAccounts(projectId)
  }
  const connectChosen = async (pageId: string) => {
    try {
      await connect.mutateAsync(pageId)
      done(await instagram.connectAccountOf(pageId))
    } catch (error) {
      // Shown already, as any failed change is.
      expectApiError(error)
    }
  }
  const logIn = async () => {
    setTrouble(null)
    setAsking(true)
    const token = await askFacebookLogin((isWithInstagram && shared) || sdk).finally(() => setAsking(false))
    if (token === null)
      return setTrouble({
        kind: 'settings',
        detail: 'Facebook did not give access: the login was closed or refused.',
      })
    if (isWithInstagram && shared) await instagram.findAccounts(token)
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
  return {
    trouble,
    setTrouble,
    find,
    instagram,
    isWithInstagram,
    setWithInstagram,
    isSearching: isAsking || find.isPending || instagram.isBusy,
    isConnecting: connect.isPending || instagram.isBusy,
    connect: (pageId: string) => void connectChosen(pageId),
    logIn: () => void logIn(),
  }
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
  const { network, sdk, shared } = props
  const { choose, introduction } = words[network]
  const { state } = useFacebookSdk(sdk)
  const { trouble, setTrouble, find, instagram, logIn, ...connecting } = useScriptConnect(props)
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
          choices={pages.map(page => ({ ...page, note: instagram.noteOf(page.id) }))}
          isConnecting={connecting.isConnecting}
          onConnect={connecting.connect}
        />
      ) : (
        <>
          {!isEmpty && (
            <Text size="sm" c="dimmed">
              {introduction}
            </Text>
          )}
          {shared && !isEmpty && (
            <Checkbox
              label="Connect the page’s Instagram account as well"
              description="Facebook then asks for the permissions of both."
              checked={connecting.isWithInstagram}
              onChange={event => connecting.setWithInstagram(event.currentTarget.checked)}
            />
          )}
          <Group gap="xs">
            <Button onClick={logIn} loading={state === 'loading' || connecting.isSearching}>
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

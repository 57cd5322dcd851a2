import { Skeleton, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ConnectOptions } from '#domain/social-accounts/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OnboardingLayout } from '#web/ui/page/onboarding-layout.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { ScriptedNetwork } from '../api.ts'
import { useListConnectOptions } from '../api.ts'
import classes from '../social-accounts.module.css'
import { AccountsLink } from './accounts-link.tsx'
import { type ConnectOrigin, rememberConnectOrigin, rememberedConnectOrigin } from './connect-origin.ts'
import { LinkConnect, type LinkedNetwork } from './link-connect.tsx'
import { useSharedLogin } from './linked-instagram.ts'
import { ScriptConnect } from './script-connect.tsx'

type Props = {
  readonly network: SocialNetwork
  readonly isReconnect: boolean
  /** Where the person comes from, and returns to. */
  readonly from: ConnectOrigin
}

/** The page that connects one network (docs/product/social-accounts.md "Connecting"). */
export function ConnectScreen(props: Props) {
  const projectId = useProjectId()
  const { network, from, isReconnect } = props
  // Before the first render: the links on this page lead there.
  useState(() => rememberConnectOrigin({ projectId, page: from, network }))
  const { data, error, refetch } = useListConnectOptions(projectId)
  const options = data?.find(each => each.social_network === network)
  const shared = useSharedLogin(data, network, isReconnect)
  const isLoading = (!data || shared === undefined) && !error
  return (
    <ConnectPage network={network}>
      {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {isLoading && (
        <Loading>
          <Skeleton height={120} />
        </Loading>
      )}
      {options?.is_configured && shared !== undefined && <Way {...props} options={options} shared={shared} />}
      {options && !options.is_configured && (
        <Empty
          title={`This installation has no ${networkNames[network]} app yet. Its operator can set one up.`}
          action={<AccountsLink projectId={projectId} />}
        />
      )}
    </ConnectPage>
  )
}

/** The frame of the connect pages and of the pages that networks send people back to: in the project wizard, its own. */
export function ConnectPage({ network, children }: { network: SocialNetwork; children: ReactNode }) {
  const origin = rememberedConnectOrigin()
  if (origin?.page === 'wizard')
    return (
      <OnboardingLayout
        step={4}
        steps={4}
        title={`Connect ${networkNames[network]}`}
        back={
          <LinkButton
            to="/create-project/$step"
            params={{ step: 4 }}
            search={{ project: origin.projectId }}
            variant="subtle"
            color="gray"
          >
            Back
          </LinkButton>
        }
      >
        {children}
      </OnboardingLayout>
    )
  return (
    <div className={classes.page}>
      <Title order={1} size="h3" style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
        <NetworkBadge network={network} size={28} />
        Connect {networkNames[network]}
      </Title>
      <div className={classes.panel}>{children}</div>
    </div>
  )
}

type WayProps = Props & {
  readonly options: ConnectOptions
  readonly shared: ConnectOptions['sdk']
}

function Way({ network, isReconnect, options, shared }: WayProps) {
  if (options.way === 'browser')
    return (
      <ScriptConnect
        isReconnect={isReconnect}
        network={network as ScriptedNetwork}
        sdk={options.sdk}
        shared={shared}
      />
    )
  return (
    <LinkConnect
      isReconnect={isReconnect}
      network={network as LinkedNetwork}
      callbackUrl={options.callback_url}
    />
  )
}

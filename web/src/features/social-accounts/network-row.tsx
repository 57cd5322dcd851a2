import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { NetworkConnection } from '#domain/social-accounts/model.ts'
import { useIsChangeable } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Hint } from '#web/ui/popup/hint.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useRemoveSocialAccount } from './api.ts'
import { CheckButton } from './check-button.tsx'
import type { ConnectOrigin } from './connect/connect-origin.ts'
import { HealthLine } from './health-line.tsx'
import classes from './social-accounts.module.css'

type Props = {
  readonly page: ConnectOrigin
  readonly connection: NetworkConnection
  readonly isConfigured: boolean
}

const postsText = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

/** One network: its account with its health, or a button to connect one. */
export function NetworkRow({ page, connection, isConfigured }: Props) {
  const { social_network: network, account, posts_at_risk: atRisk } = connection
  const name = networkNames[network]
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        {account ? (
          <span className={classes.logo}>
            <PersonAvatar name={account.name} image={account.logo} size={44} radius="md" decorative />
            <span className={classes.badge}>
              <NetworkBadge network={network} size={18} />
            </span>
          </span>
        ) : (
          <NetworkBadge network={network} size={44} />
        )}
        <div className={classes.words}>
          <Text fw={600}>
            {account?.name ?? name}
            {account && (
              <Text span size="sm" c="dimmed" fw={400} ml={8}>
                {name}
              </Text>
            )}
          </Text>
          {account ? (
            <HealthLine account={account} />
          ) : (
            <Text size="sm" c="dimmed">
              Not connected
            </Text>
          )}
          {atRisk > 0 && <AtRisk network={network} count={atRisk} />}
        </div>
      </div>
      <div className={classes.actions}>
        {account ? (
          <>
            {page === 'settings' && <CheckButton account={account} />}
            <ConnectLink
              page={page}
              network={network}
              isConfigured={isConfigured}
              isReconnect
              isUrgent={account.health === 'needs_reconnecting'}
            />
            <RemoveButton network={network} account={account.name} />
          </>
        ) : (
          <ConnectLink page={page} network={network} isConfigured={isConfigured} />
        )}
      </div>
    </li>
  )
}

function AtRisk({ network, count }: { network: SocialNetwork; count: number }) {
  const projectId = useProjectId()
  return (
    <Text size="sm">
      <Link
        to="/$projectId/calendar"
        params={{ projectId }}
        search={{ social_network: network }}
        style={{ color: 'var(--g-danger-text)', fontWeight: 600 }}
      >
        {postsText(count)} at risk
      </Link>{' '}
      <Text span c="dimmed" inherit>
        cannot be published as things stand
      </Text>
    </Text>
  )
}

type ConnectProps = {
  readonly page: ConnectOrigin
  readonly network: SocialNetwork
  readonly isConfigured: boolean
  readonly isReconnect?: boolean
  /** Nothing can be published before this is done. */
  readonly isUrgent?: boolean
}

/** A full page load: only that page's policy lets a network's login script run. */
function ConnectLink(props: ConnectProps) {
  const projectId = useProjectId()
  const { page, network, isConfigured, isReconnect = false, isUrgent } = props
  const isChangeable = useIsChangeable(projectId)
  const verb = isReconnect ? 'Reconnect' : 'Connect'
  const label = `${verb} ${networkNames[network]}`
  if (!isChangeable) return null
  if (!isConfigured)
    return (
      <Hint label={`This installation has no ${networkNames[network]} app yet. Its operator can set one up.`}>
        <Button variant="default" data-disabled aria-disabled aria-label={label}>
          {verb}
        </Button>
      </Hint>
    )
  return (
    <LinkButton
      to="/$projectId/$social/connect"
      params={{ projectId, social: network }}
      search={{ ...(isReconnect && { reconnect: 'true' }), ...(page === 'wizard' && { from: page }) }}
      reloadDocument
      variant={isReconnect && !isUrgent ? 'default' : 'filled'}
      aria-label={label}
    >
      {verb}
    </LinkButton>
  )
}

type RemoveProps = {
  readonly network: SocialNetwork
  readonly account: string
}

/** Removing asks first (docs/product/social-accounts.md "Removing"); posts stay, here and on the network. */
function RemoveButton({ network, account }: RemoveProps) {
  const projectId = useProjectId()
  const { ask, dialog } = useConfirm()
  const removal = useRemoveSocialAccount(projectId)
  const name = networkNames[network]
  const remove = async () => {
    const isSure = await ask({
      // Fixed wording (docs/product/social-accounts.md "Removing").
      title: 'Are you sure you want to delete the account?',
      text: `${account} on ${name} is removed from this project. Published posts stay there; posts for ${name} will not be published until an account is connected.`,
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (!isSure) return
    sayWhenDone(removal.mutateAsync(network), 'Changes saved')
  }
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        c="var(--g-danger-text)"
        loading={removal.isPending}
        onClick={() => void remove()}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
      {dialog}
    </>
  )
}

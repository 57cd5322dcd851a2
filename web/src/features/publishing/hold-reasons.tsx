import { Anchor, Button, Group, Text } from '@mantine/core'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { holdReasons } from '#domain/publishing/holds.ts'
import type { Hold } from '#domain/publishing/holds-contract.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useReleaseHeldAccount } from './held-api.ts'

/** So many holds are named while the list is closed. */
export const NAMED_HOLDS = 3

type Props = { readonly holds: readonly Hold[]; readonly isOpen: boolean; readonly agencyId: number }

/** Why publishing is held: each hold in a line, and what to do about them once. */
export function Reasons({ holds, isOpen, agencyId }: Props) {
  const named = isOpen ? holds : holds.slice(0, NAMED_HOLDS)
  const isLost = holds.some(({ social_network, lost_from }) => social_network === null && lost_from !== null)
  const isAlone = holds.every(({ social_network }) => social_network !== null)
  return (
    <>
      {named.map(hold =>
        hold.social_network === null || hold.social_account_id === null ? (
          <Why key={hold.id} hold={hold} />
        ) : (
          <UnknownPosts
            key={hold.id}
            hold={hold}
            network={hold.social_network}
            accountId={hold.social_account_id}
            agencyId={agencyId}
            isAlone={isAlone}
          />
        ),
      )}
      {holds.length > named.length && <Text size="sm">And {holds.length - named.length} more.</Text>}
      {isLost && (
        <Text size="sm">
          What is already on a network is found and not sent again. Check the rest, then release it.
        </Text>
      )}
      {holds.some(({ social_network }) => social_network !== null) && (
        <Text size="sm">
          If a copy of the database was put back, what waits here may have been changed, stopped or deleted
          after the copy was made. Check the accounts and the posts, then release them.
        </Text>
      )}
    </>
  )
}

function Why({ hold: { reason, lost_from } }: { readonly hold: Hold }) {
  return (
    <Text size="sm">
      {holdReasons[reason]}{' '}
      {lost_from && (
        <>
          Posts may have gone out since{' '}
          <ZonedTime instant={lost_from} timezone={browserTimezone()} zone="hint" /> that Galley does not know
          of.
        </>
      )}
    </Text>
  )
}

type AccountProps = {
  readonly hold: Hold
  readonly network: SocialNetwork
  readonly accountId: number
  readonly agencyId: number
  /** Whether nothing but accounts is held: otherwise its posts wait for the other hold afterwards. */
  readonly isAlone: boolean
}

function UnknownPosts({ hold, network, ...release }: AccountProps) {
  const { project_name, account_name, seen_posts, seen_address, lost_from } = hold
  return (
    <Group gap="xs">
      <Text size="sm">
        <bdi>{project_name}</bdi>: {networks[network].label} (<bdi>{account_name}</bdi>) shows{' '}
        {seen_posts === 1 ? 'a post' : `${seen_posts} posts`} that Galley does not know
        {seen_address !== null && (
          <>
            {' '}
            (
            <Anchor href={seen_address} target="_blank" rel="noreferrer" size="sm">
              {seen_posts === 1 ? 'open it' : 'open one'}
            </Anchor>
            )
          </>
        )}
        {lost_from && (
          <>
            , since <ZonedTime instant={lost_from} timezone={browserTimezone()} zone="hint" />
          </>
        )}
        .
      </Text>
      <ReleaseAccount hold={hold} network={network} {...release} />
    </Group>
  )
}

function ReleaseAccount({ hold, network, accountId, agencyId, isAlone }: AccountProps) {
  const { ask, dialog } = useConfirm()
  const releasing = useReleaseHeldAccount(agencyId)
  const name = `${networks[network].label} of ${hold.project_name}`
  const release = async () => {
    const isSure = await ask({
      title: `Release ${name}?`,
      text: releaseText(hold.waiting ?? 0, isAlone),
      confirmLabel: 'Release this account',
      cancelLabel: 'Cancel',
    })
    if (!isSure) return
    const { released } = await releasing.mutateAsync(accountId)
    toast.success(released === 0 ? `${name} is no longer held` : `What waited on ${name} goes out now`)
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={releasing.isPending}
        aria-label={`Release this account: ${name}`}
        onClick={() => void release().catch(expectApiError)}
      >
        Release this account
      </Button>
      {dialog}
    </>
  )
}

const releaseText = (waiting: number, isAlone: boolean): string => {
  const ends = 'The hold of this account ends; others stay.'
  if (!isAlone) return `${ends} Its posts wait until the agency is released as well.`
  const goes = waiting === 1 ? '1 post or first comment goes' : `${waiting} posts and first comments go`
  return [
    ...(waiting > 0 ? [`${goes} out now, however late.`] : ['Nothing waits on it at the moment.']),
    'What is still being looked up goes out too, unless it is found on its network.',
    ends,
  ].join(' ')
}

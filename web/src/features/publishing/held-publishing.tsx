import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useContext, useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { holdReasons } from '#domain/publishing/holds.ts'
import type { HeldPost, Hold } from '#domain/publishing/holds-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { TopNotice } from '#web/ui/page/top-notice.tsx'
import { Failed } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useListHeldPublishing, useReleaseHeldPost, useReleaseHeldPublishing } from './held-api.ts'

/** At the top of every page of an agency's admins while publishing is held there (docs/product/publishing.md "Held publishing"). */
export function HeldPublishing() {
  const { held_agencies: held = [], agency } = useMe()
  const project = useContext(ShownProject)
  const agencyId = project?.role ? project.agency_id : agency?.id
  return agencyId !== undefined && held.includes(agencyId) ? <Banner agencyId={agencyId} /> : null
}

type Of = { readonly agencyId: number }

function Banner({ agencyId }: Of) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useListHeldPublishing(agencyId)
  return (
    <TopNotice color="yellow" title="Publishing is held">
      <Stack gap="xs">
        {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
        {data && <Reasons holds={data.holds} />}
        {data && (
          <Group gap="xs">
            <Text size="sm">{heldText(data)}</Text>
            {data.count > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Hide' : 'Show'}
              </Button>
            )}
            <ReleaseAll agencyId={agencyId} read={async () => (await refetch()).data ?? data} />
          </Group>
        )}
        {isOpen && data && data.posts.length > 0 && (
          <BoxedList aria-label="Held posts">
            {data.posts.map(post => (
              <HeldRow key={`${post.kind} ${post.publication_id}`} agencyId={agencyId} post={post} />
            ))}
          </BoxedList>
        )}
        {isOpen && data && data.count > data.posts.length && (
          <Text size="sm" c="dimmed">
            And {data.count - data.posts.length} more, due later.
          </Text>
        )}
      </Stack>
    </TopNotice>
  )
}

type Counts = { readonly count: number; readonly looked_up: number }

const heldText = ({ count, looked_up: more }: Counts): string => {
  if (more === 0) return waitingText(count)
  const are = more === 1 ? 'is' : 'are'
  if (count === 0) return `${countText(more, 'post')} ${are} still being looked up.`
  return `${waitingText(count)} ${more} more ${are} still being looked up.`
}

const waitingText = (count: number): string => {
  if (count === 0) return 'Nothing waits at the moment.'
  return count === 1 ? '1 post waits.' : `${count} posts and first comments wait.`
}

/** What follows from a release, also for what its list does not show yet. */
const releaseText = (counts: Counts): string =>
  [
    heldText(counts),
    ...(counts.count > 0 ? ['What waits goes out now, however late it is.'] : []),
    ...(counts.looked_up > 0
      ? ['What is still being looked up goes out too, unless it is found on its network.']
      : []),
    'The hold ends: what comes due later goes out at its time.',
  ].join(' ')

/** So many holds are named. */
const NAMED_HOLDS = 3

/** Each in a line, and what to do about them once. */
function Reasons({ holds }: { readonly holds: readonly Hold[] }) {
  const named = holds.slice(0, NAMED_HOLDS)
  const isLost = holds.some(({ social_network, lost_from }) => social_network === null && lost_from !== null)
  return (
    <>
      {named.map(hold => (
        <Why key={hold.id} hold={hold} />
      ))}
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

function Why({ hold }: { readonly hold: Hold }) {
  const { reason, lost_from } = hold
  if (hold.social_network !== null) return <UnknownPosts hold={hold} network={hold.social_network} />
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

function UnknownPosts({ hold, network }: { readonly hold: Hold; readonly network: SocialNetwork }) {
  const { project_name, seen_posts, seen_address, lost_from } = hold
  return (
    <Text size="sm">
      <bdi>{project_name}</bdi>: {networks[network].label} shows{' '}
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
  )
}

/** `read`: what waits at the moment in which it is asked about. */
function ReleaseAll({ agencyId, read }: Of & { readonly read: () => Promise<Counts> }) {
  const { agency_role } = useMe()
  const { ask, dialog } = useConfirm()
  const releasing = useReleaseHeldPublishing(agencyId)
  const release = async (everywhere: boolean) => {
    const isSure = await ask({
      title: everywhere ? 'Release publishing in every agency?' : 'Release everything?',
      text: everywhere
        ? 'All that waits in any agency goes out now, however late it is. So does what is still being looked up, unless it is found on its network. The holds end: what comes due later goes out at its time.'
        : releaseText(await read()),
      confirmLabel: everywhere ? 'Release every agency' : 'Release all',
      cancelLabel: 'Cancel',
    })
    if (isSure) releasing.mutate(everywhere, { onSuccess: () => toast.success('Publishing goes on') })
  }
  return (
    <>
      <Button size="compact-sm" loading={releasing.isPending} onClick={() => void release(false)}>
        Release all
      </Button>
      {agency_role === 'super-admin' && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={releasing.isPending}
          onClick={() => void release(true)}
        >
          Release every agency
        </Button>
      )}
      {dialog}
    </>
  )
}

function HeldRow({ agencyId, post }: Of & { readonly post: HeldPost }) {
  const { publication_id, kind, project_name, social_network, text, due_at } = post
  const releasing = useReleaseHeldPost(agencyId)
  const where = `${project_name}, ${networks[social_network].label}`
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" p="xs">
        <div>
          <Text size="sm" lineClamp={2}>
            <bdi>{text === '' ? 'A post without a text' : text}</bdi>
          </Text>
          <Text size="xs" c="dimmed">
            {kind === 'first_comment' && 'First comment, '}
            <bdi>{where}</bdi>, due <ZonedTime instant={due_at} timezone={browserTimezone()} zone="hint" />
          </Text>
        </div>
        <Button
          size="sm"
          variant="default"
          flex="none"
          loading={releasing.isPending}
          aria-label={`Release: ${text}, ${where}`}
          onClick={() =>
            releasing.mutate(publication_id, { onSuccess: () => toast.success('It goes out now') })
          }
        >
          Release
        </Button>
      </Group>
    </li>
  )
}

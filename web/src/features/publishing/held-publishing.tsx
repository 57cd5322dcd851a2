import { Button, Group, Stack, Text } from '@mantine/core'
import { useContext, useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { networks } from '#domain/networks/network.ts'
import type { HeldPost } from '#domain/publishing/holds-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { TopNotice } from '#web/ui/page/top-notice.tsx'
import { Failed } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useListHeldPublishing, useReleaseHeldPost, useReleaseHeldPublishing } from './held-api.ts'
import { NAMED_HOLDS, Reasons } from './hold-reasons.tsx'

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
        {data && <Reasons holds={data.holds} isOpen={isOpen} agencyId={agencyId} />}
        {data && (
          <Group gap="xs">
            <Text size="sm">{heldText(data)}</Text>
            {(data.count > 0 || data.holds.length > NAMED_HOLDS) && (
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
    if (isSure) sayWhenDone(releasing.mutateAsync(everywhere), 'Publishing goes on')
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
          onClick={() => sayWhenDone(releasing.mutateAsync(publication_id), 'It goes out now')}
        >
          Release
        </Button>
      </Group>
    </li>
  )
}

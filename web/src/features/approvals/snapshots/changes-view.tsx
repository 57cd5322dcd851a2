import { Text, Title } from '@mantine/core'
import { IconCircleCheck, IconSquare } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { requestProgress } from '#domain/approvals/request-progress.ts'
import type { getChangesSinceDecision } from '#domain/approvals/snapshot-contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import type { MarkedVersion } from '#web/features/marks/places.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { listOf, say } from '#web/platform/words.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { ComparisonView } from './comparison-view.tsx'
import classes from './snapshots.module.css'

type Since = Output<typeof getChangesSinceDecision>
type Props = {
  readonly since: Since
  /** Those of the post that the person sees. */
  readonly versions: readonly (MarkedVersion & Pick<PostSocial, 'id' | 'version' | 'social_network'>)[]
  /** The version on the screen: of one that the person has not decided about, nothing is said that did not change. */
  readonly shown: SocialNetwork
  /** Which post it is about, where there are several on the page. */
  readonly about?: string
}

/** Loaded apart: few requests mark places. */
const MarkedPlaces = lazy(() =>
  import('#web/features/marks/marked-places.tsx').then(module => ({ default: module.MarkedPlaces })),
)

const named = (networks: readonly SocialNetwork[]): string =>
  listOf(networks.map(network => networkNames[network]))

/** The networks that say something else than at the decision, if these are not all, and those that say the same where others do not. */
const dividedIn = ({ changes, unchanged }: Since, versions: Props['versions']) => {
  const changed = [...new Set(changes.flatMap(({ social_networks }) => social_networks))]
  const same = versions
    .filter(({ id, version }) => unchanged.some(one => one.post_social_id === id && one.version === version))
    .map(({ social_network }) => social_network)
  if (changed.length === 0 || same.length === 0) return { only: null, same: [] }
  const isAll = versions.every(({ social_network: one }) => changed.includes(one) || same.includes(one))
  return { only: isAll ? named(changed) : null, same }
}

/** What somebody who decides again has not seen yet; nothing for somebody who has not decided. */
export function ChangesView({ since, versions, shown, about }: Props) {
  const timezone = useTimezone()
  if (!since.decided_at) return null
  const isDecided = since.unchanged.some(({ social_network: network }) => network === shown)
  if (since.changes.length === 0 && since.schedule === null && !isDecided) return null
  const { decided_at, decision, request } = since
  const { only, same } = dividedIn(since, versions)
  return (
    <section
      className={classes.review}
      aria-label={
        about
          ? say('What changed since your decision: {about}', { about })
          : say('What changed since your decision')
      }
    >
      <Title order={2} size="sm">
        {sinceText(only, decision)}
      </Title>
      <Text size="xs" c="dimmed">
        <ZonedTime instant={decided_at} timezone={timezone} zone="hint" />
      </Text>
      {same.length > 0 && (
        <Text size="sm">
          {say(
            '{count, plural, one {{networks} is as you saw it then: you need not look again.} other {{networks} are as you saw them then: you need not look again.}}',
            { count: same.length, networks: named(same) },
          )}
        </Text>
      )}
      <div className={classes.sides}>
        <ComparisonView comparison={since} same={say('Nothing has changed since then.')} />
        {request && <Request request={request} versions={versions} />}
      </div>
    </section>
  )
}

type RequestProps = Pick<Props, 'versions'> & { readonly request: NonNullable<Since['request']> }

function Request({ request, versions }: RequestProps) {
  const { post_social_id, message, checkboxes, marks } = request
  const { done, all } = requestProgress(request)
  const version = versions.find(({ id }) => id === post_social_id)
  return (
    <div className={classes.request}>
      <Text size="xs" c="dimmed">
        {all === 0 ? say('What was requested') : doneText(done, all)}
      </Text>
      {message && (
        <Text size="sm" dir="auto">
          {message}
        </Text>
      )}
      {marks && version && (
        <Suspense fallback={null}>
          <MarkedPlaces version={version} marks={marks} onTick={null} />
        </Suspense>
      )}
      {checkboxes.length > 0 && (
        <ul className={classes.items} aria-label={say('Checklist')}>
          {checkboxes.map(({ id, label, is_checked }) => (
            <li key={id} className={classes.item}>
              {is_checked ? (
                <IconCircleCheck
                  size={16}
                  color="var(--g-tone-green-fg)"
                  role="img"
                  aria-label={say('Done:')}
                />
              ) : (
                <IconSquare size={16} color="var(--g-text-muted)" role="img" aria-label={say('Open:')} />
              )}
              <Text size="sm" dir="auto">
                {label}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const sinceText = (only: string | null, decision: Since['decision']): string => {
  if (only === null) {
    if (decision === 'revision_requested') return say('Changed since you asked for a revision')
    return decision === 'unapproved'
      ? say('Changed since you took your approval back')
      : say('Changed since you approved')
  }
  const networks = { networks: only }
  if (decision === 'revision_requested')
    return say('Only {networks} changed since you asked for a revision', networks)
  return decision === 'unapproved'
    ? say('Only {networks} changed since you took your approval back', networks)
    : say('Only {networks} changed since you approved', networks)
}

/** Nobody has to tick items: without a tick it is not known what was done. */
const doneText = (done: number, all: number): string =>
  done === 0 ? say('Requested, nothing ticked yet') : say('{done} of {all} done', { done, all })

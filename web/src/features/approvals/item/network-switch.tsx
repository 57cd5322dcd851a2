import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed, IconTool } from '@tabler/icons-react'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { badgeOf, toneVar } from '#web/ui/badge/status-badge.tsx'
import classes from './network-switch.module.css'

type Props = {
  readonly post: Pick<Post, 'post_socials'>
  readonly current: Pick<PostSocial, 'social_network'>
  readonly onChange: (network: SocialNetwork) => void
}

/** The post's versions, each with the state of its decision. A single version: just its name. */
export function NetworkSwitch({ post, current, onChange }: Props) {
  if (post.post_socials.length < 2) return <NetworkBadge network={current.social_network} withName />
  // Lists put versions that need revision last; here each network keeps its place.
  const versions = post.post_socials.toSorted((one, other) => placeOf(one) - placeOf(other))
  return (
    <SegmentedControl
      aria-label="Network"
      withItemsBorders={false}
      className={classes.networks}
      value={current.social_network}
      onChange={value => onChange(value as SocialNetwork)}
      data={versions.map(({ social_network: network, status }) => ({
        value: network,
        label: (
          <span className={classes.version}>
            <NetworkBadge network={network} size={22} />
            <VisuallyHidden>{badgeOf(status).text}</VisuallyHidden>
            <Sign status={status} />
          </span>
        ),
      }))}
    />
  )
}

const placeOf = ({ social_network: network }: PostSocial) => socialNetworks.indexOf(network)

const cleared: readonly PostSocial['status'][] = [
  'approved',
  'scheduled',
  'pending_publish',
  'on_publishing',
  'live',
]

function Sign({ status }: Pick<PostSocial, 'status'>) {
  const { tone } = badgeOf(status)
  const Icon = cleared.includes(status)
    ? IconCircleCheckFilled
    : status.startsWith('pending_')
      ? IconCircleDashed
      : IconTool
  return <Icon size={14} color={toneVar(tone, 'line')} aria-hidden />
}

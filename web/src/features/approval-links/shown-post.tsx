import { Alert, SegmentedControl, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import { readInstant, timezoneLabel } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { accountOf } from '#domain/social-accounts/shown-account.ts'
import { AccountChanged } from '#web/features/approvals/account-changed.tsx'
import { DeadlineLine } from '#web/features/approvals/deadline-line.tsx'
import { usePicturesShown } from '#web/features/approvals/decision/use-pictures-shown.ts'
import { PostPreview } from '#web/features/posts/previews/post-preview.tsx'
import { previewDate, previewOf } from '#web/features/posts/previews/preview-content.ts'
import { pageWords, say } from '#web/platform/words.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import classes from './approve.module.css'
import { type Opened, seenKey } from './items.ts'

type Props = {
  readonly opened: Opened
  readonly post: Post
  /** Everything that an approval covers. */
  readonly versions: readonly PostSocial[]
  readonly social: PostSocial
  readonly isChanged: boolean
  /** It no longer waits for this person, so no deadline is left. */
  readonly isSettled: boolean
  readonly onNetwork: (network: SocialNetwork) => void
  /** The content is on the screen with all its pictures. */
  readonly onSeen: (social: PostSocial) => void
}

/** When the post will be published, with the zone; null without a schedule. */
const plannedText = ({ latest_schedule: schedule }: Post, timezone: string): string | null =>
  schedule &&
  `${instantIn(pageWords().language, readInstant(schedule.datetime), timezone, 'dayTime')} ${timezoneLabel(timezone)}`

/** Whether part of the element is on the screen, or was. */
const useWasInView = (element: RefObject<HTMLElement | null>, key: string): boolean => {
  const [viewed, setViewed] = useState<string | null>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setViewed(key)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, key])
  return viewed === key
}

/** A post as its public will see it on one of its networks, with its date. */
export function ShownPost({
  opened,
  post,
  versions,
  social,
  isChanged,
  isSettled,
  onNetwork,
  onSeen,
}: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const key = seenKey(social)
  const isShown = usePicturesShown(stage, key)
  const isInView = useWasInView(stage, key)
  const isSeen = isShown && isInView
  useEffect(() => {
    if (isSeen) onSeen(social)
  }, [isSeen, social, onSeen])
  const { timezone } = opened.project
  return (
    <div className={classes.shown}>
      <div className={classes.facts}>
        <Text size="sm" fw={600}>
          {plannedText(post, timezone) ?? say('Not scheduled yet')}
        </Text>
        {versions.length === 1 && <NetworkBadge network={social.social_network} withName />}
      </div>
      {!isSettled && <DeadlineLine post={post} withOutcome />}
      {!isSettled &&
        versions.map(version => (
          <AccountChanged key={version.id} social={version} accounts={opened.socials} />
        ))}
      {versions.length > 1 && (
        <SegmentedControl
          aria-label={say('Network')}
          fullWidth
          withItemsBorders={false}
          value={social.social_network}
          onChange={network => onNetwork(network as SocialNetwork)}
          data={versions.map(({ social_network }) => ({
            value: social_network,
            label: (
              <span className={classes.network}>
                <NetworkBadge network={social_network} size={22} />
              </span>
            ),
          }))}
        />
      )}
      {isChanged && (
        <Alert p="xs" color="yellow" role="status">
          {say('This is a newer version than the one you saw.')}
        </Alert>
      )}
      <div ref={stage} data-preview>
        <PostPreview
          content={previewOf(social)}
          account={accountOf(opened.socials, social.social_network)}
          date={previewDate(post, social, timezone, new Date())}
          view="desktop"
        />
      </div>
    </div>
  )
}

import { IconAlertTriangle, IconLink, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { takesMessage } from '#domain/networks/network.ts'
import { followersIn } from '#domain/posts/shared-content.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import { MediaPicture } from '#web/features/media/media-picture.tsx'
import { toShownMedia } from '#web/features/media/shown-media.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PostTypeIcon } from '#web/ui/badge/post-type.tsx'
import { badgeOf, StatusBadge } from '#web/ui/badge/status-badge.tsx'
import { type DraftParts, sameParts } from '../draft/draft.ts'
import { useDraftState, useEntry } from '../draft/draft-context.tsx'
import { versionsOf } from '../draft/shared-drafts.ts'
import { useChanged } from '../draft/use-changed.ts'
import type { ProblemsOf } from '../validation/entry-problems.ts'
import classes from './network-strip.module.css'

type Shared = {
  readonly problemsOf: ProblemsOf
  readonly onSelect: (network: SocialNetwork) => void
}

type Props = Shared & {
  /** The versions. */
  readonly ids: readonly number[]
  readonly selected: number
}

/** One small preview for each network; the badge reads "New" until the post is a draft. */
export function NetworkStrip({ ids, selected, ...shared }: Props) {
  const strip = useRef<HTMLElement>(null)
  const { ids: changed } = useChanged(selected)
  const hasShared = useDraftState(({ entries }) => followersIn(versionsOf(entries)).length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the strip is wider than the screen; another selected one is brought into sight
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])
  return (
    <nav ref={strip} className={classes.strip} aria-label="Networks">
      {ids.map(id => (
        <NetworkItem
          key={id}
          id={id}
          isSelected={id === selected}
          isChanged={changed.length > 1 && changed.includes(id)}
          isSharing={hasShared && ids.length > 1}
          {...shared}
        />
      ))}
    </nav>
  )
}

/** More than the two visible lines ever hold: the browser would lay out a whole text after every key. */
const SHOWN_CHARACTERS = 300

type ItemProps = Shared & {
  readonly id: number
  readonly isSelected: boolean
  /** Whether a key in the selected version changes it, among others. */
  readonly isChanged: boolean
  /** Whether the post has a shared text, which it follows or not. */
  readonly isSharing: boolean
}

function NetworkItem({ id, isSelected, isChanged, isSharing, problemsOf, onSelect }: ItemProps) {
  const saved = useEntry(id, entry => entry.saved)
  const draft = useEntry(id, entry => entry.draft, sameParts)
  const text = useEntry(id, entry => entry.draft.message.slice(0, SHOWN_CHARACTERS))
  const count = useEntry(id, entry => problemsOf(entry).length)
  const network = saved.social_network
  const first = firstPicture(draft)
  return (
    <button
      type="button"
      className={classes.item}
      aria-current={isSelected ? 'true' : undefined}
      data-changed={isChanged}
      aria-label={`${networkNames[network]}, ${badgeOf(saved.status).text}${count > 0 ? `, ${problemText(count)}` : ''}`}
      onClick={() => onSelect(network)}
    >
      <span className={classes.head}>
        <NetworkBadge network={network} withName />
        {count > 0 && (
          <span className={classes.problems} title={problemText(count)}>
            <IconAlertTriangle size={14} aria-hidden />
            {count}
          </span>
        )}
      </span>
      <span className={classes.body}>
        <span className={classes.picture}>
          {first ? (
            <MediaPicture media={first} size="small" className={classes.image} />
          ) : (
            <PostTypeIcon type={draft.type} />
          )}
        </span>
        {takesMessage(network, draft.type) ? (
          <span className={classes.text} data-empty={text === ''}>
            {/* Fixed wording (docs/product/posts.md "Texts"). */}
            {text || 'Empty message'}
          </span>
        ) : (
          <span className={classes.text}>{postTypeNames[draft.type]}</span>
        )}
      </span>
      <span className={classes.state}>
        <StatusBadge versions={[saved]} size="xs" />
        {/* What has gone out no longer follows anything, no matter who wrote it. */}
        {isSharing && !isClosedVersion(saved.status) && (
          <span className={classes.sharing}>
            {draft.isFollowing ? <IconLink size={12} aria-hidden /> : <IconPencil size={12} aria-hidden />}
            {draft.isFollowing ? 'Shared text' : 'Adapted'}
          </span>
        )}
      </span>
    </button>
  )
}

/** A file of the post, or the image of a card. */
const firstPicture = (draft: DraftParts) =>
  draft.media
    .map(({ key, data, thumbnail }) => {
      const shown = data ?? thumbnail?.data
      return shown && toShownMedia(key, shown, { thumbnail: thumbnail?.data })
    })
    .find(Boolean)

const problemText = (count: number) => (count === 1 ? '1 problem' : `${count} problems`)

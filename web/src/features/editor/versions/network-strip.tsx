import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { takesMessage } from '#domain/networks/network.ts'
import { MediaPicture } from '#web/features/media/media-picture.tsx'
import { toShownMedia } from '#web/features/media/shown-media.ts'
import { NetworkBadge } from '#web/ui/network-badge.tsx'
import { PostTypeIcon } from '#web/ui/post-type.tsx'
import { badgeOf, StatusBadge } from '#web/ui/status-badge.tsx'
import type { Entry } from '../draft/draft-entries.ts'
import classes from './network-strip.module.css'

type Props = {
  readonly entries: readonly Entry[]
  readonly selected: number
  readonly problems: ReadonlyMap<number, number>
  readonly onSelect: (network: SocialNetwork) => void
}

/** One small preview for each network; the badge reads "Not saved" until the post is a draft. */
export function NetworkStrip({ entries, selected, problems, onSelect }: Props) {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the strip is wider than the screen; another selected one is brought into sight
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])
  return (
    <nav ref={strip} className={classes.strip} aria-label="Networks">
      {entries.map(({ saved, draft }) => {
        const network = saved.social_network
        const status = saved.status === 'temporary_draft' ? null : saved.status
        const count = problems.get(saved.id) ?? 0
        const first = firstPicture(draft)
        return (
          <button
            key={saved.id}
            type="button"
            className={classes.item}
            aria-current={saved.id === selected ? 'true' : undefined}
            aria-label={`${networkNames[network]}, ${badgeOf(status).text}${count > 0 ? `, ${problemText(count)}` : ''}`}
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
                <span className={classes.text} data-empty={draft.message === ''}>
                  {/* Fixed wording (docs/product/posts.md "Texts"). */}
                  {draft.message || 'Empty message'}
                </span>
              ) : (
                <span className={classes.text}>{postTypeNames[draft.type]}</span>
              )}
            </span>
            <StatusBadge status={status} size="xs" />
          </button>
        )
      })}
    </nav>
  )
}

/** A file of the post, or the image of a card. */
const firstPicture = (draft: Entry['draft']) =>
  draft.media
    .map(({ key, data, thumbnail }) => {
      const shown = data ?? thumbnail?.data
      return shown && toShownMedia(key, shown, { thumbnail: thumbnail?.data })
    })
    .find(Boolean)

const problemText = (count: number) => (count === 1 ? '1 problem' : `${count} problems`)

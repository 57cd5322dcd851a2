import type { CSSProperties } from 'react'
import { imageGrid } from '#domain/media/files.ts'
import classes from './media-grid.module.css'
import { AiMark, MediaPicture, PlaySign } from './media-picture.tsx'
import { mediaWords, placeOf, type ShownMedia } from './shown-media.ts'
import { VideoPlayer } from './video-player.tsx'

type Props = {
  readonly media: readonly ShownMedia[]
  /** Makes each image a button that opens it. */
  readonly onOpen?: (index: number) => void
  /** Networks that crop a single image: the narrowest shape they show, as width by height. */
  readonly minRatio?: number
}

/**
 * Facebook-style grid: up to five images, `+N` on the last one for the rest, a count from five on (docs/product/media.md
 * "Pictures in a row").
 */
export function MediaGrid({ media, onOpen, minRatio = 0.8 }: Props) {
  const { shown, more, hasCountBadge } = imageGrid(media.length)
  const [first] = media
  if (first === undefined) return null
  if (media.length === 1 && first.kind === 'video') return <VideoPlayer key={first.key} media={first} />
  const ratio = shown === 1 ? Math.max(minRatio, first.ratio ?? 1.5) : shown === 2 ? 2 : 1
  return (
    <div className={classes.grid} data-count={shown} style={{ '--ratio': ratio } as CSSProperties}>
      {media.slice(0, shown).map((item, index) => (
        <Cell
          key={item.key}
          item={item}
          hidden={index === shown - 1 ? more : 0}
          place={placeOf(index, media.length)}
          onOpen={onOpen && (() => onOpen(index))}
        />
      ))}
      {hasCountBadge && (
        <span className={classes.count} role="note">
          {media.length} {media.every(({ kind }) => kind === 'image') ? 'images' : 'files'}
        </span>
      )}
    </div>
  )
}

type CellProps = {
  readonly item: ShownMedia
  readonly hidden: number
  readonly place: string | undefined
  readonly onOpen: (() => void) | undefined
}

function Cell({ item, hidden, place, onOpen }: CellProps) {
  const content = (
    <>
      <MediaPicture media={item} place={place} className={classes.picture} />
      {item.kind === 'video' && hidden === 0 && <PlaySign />}
      <AiMark media={item} />
      {hidden > 0 && (
        <span className={classes.more} aria-hidden>
          +{hidden}
        </span>
      )}
    </>
  )
  if (!onOpen) return <div className={classes.cell}>{content}</div>
  return (
    <button
      type="button"
      className={classes.cell}
      onClick={onOpen}
      aria-label={hidden > 0 ? `Open image ${place}, ${hidden} more` : `Open: ${mediaWords(item, place)}`}
    >
      {content}
    </button>
  )
}

import type { CSSProperties } from 'react'
import { imageGrid } from '#domain/media/rules.ts'
import classes from './media-grid.module.css'
import { MediaPicture } from './media-picture.tsx'
import type { ShownMedia } from './shown-media.ts'

type Props = {
  readonly media: readonly ShownMedia[]
  /** Makes each picture a button that opens it. */
  readonly onOpen?: (index: number) => void
  /** Which networks cut a single picture at a shape of theirs: width by height, at least. */
  readonly minRatio?: number
}

/** Facebook-style grid: up to five pictures, `+N` over the last for the rest, a count from five on (document 2 section 2). */
export function MediaGrid({ media, onOpen, minRatio = 0.8 }: Props) {
  const { shown, more, hasCountBadge } = imageGrid(media.length)
  const [first] = media
  if (first === undefined) return null
  const ratio = shown === 1 ? Math.max(minRatio, first.ratio ?? 1.5) : shown === 2 ? 2 : 1
  return (
    <div className={classes.grid} data-count={shown} style={{ '--ratio': ratio } as CSSProperties}>
      {media.slice(0, shown).map((item, index) => {
        const hidden = index === shown - 1 ? more : 0
        const content = (
          <>
            <MediaPicture media={item} className={classes.picture} />
            {hidden > 0 && (
              <span className={classes.more} aria-hidden>
                +{hidden}
              </span>
            )}
          </>
        )
        return onOpen ? (
          <button
            key={item.key}
            type="button"
            className={classes.cell}
            onClick={() => onOpen(index)}
            aria-label={
              hidden > 0 ? `Open image ${index + 1} of ${media.length}, ${hidden} more` : `Open ${item.name}`
            }
          >
            {content}
          </button>
        ) : (
          <div key={item.key} className={classes.cell}>
            {content}
          </div>
        )
      })}
      {hasCountBadge && (
        <span className={classes.count} role="note">
          {media.length} images
        </span>
      )}
    </div>
  )
}

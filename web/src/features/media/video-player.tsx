import { type CSSProperties, useState } from 'react'
import { AiMark, MediaPicture, PlaySign } from './media-picture.tsx'
import { mediaWords, type ShownMedia } from './shown-media.ts'
import classes from './video-player.module.css'

/** The width of a video in the editor, in pixels (docs/product/previews.md "Video widths"). */
const editorWidth = 438

type Props = {
  readonly media: ShownMedia
  /** Fills its container instead of having its own shape. */
  readonly isFilling?: boolean
}

/** A video: its still with a play sign, and the player once somebody presses it. */
export function VideoPlayer({ media, isFilling = false }: Props) {
  const [isPlaying, setPlaying] = useState(false)
  const words = mediaWords(media)
  const shape = isFilling
    ? undefined
    : ({ '--ratio': Math.max(0.5, media.ratio ?? 16 / 9), '--width': `${editorWidth}px` } as CSSProperties)
  return (
    <div className={classes.player} data-filling={isFilling} style={shape}>
      {isPlaying ? (
        // biome-ignore lint/a11y/useMediaCaption: posts carry no captions of their own
        <video
          className={classes.film}
          src={media.original}
          poster={media.poster ?? undefined}
          controls
          autoPlay
          playsInline
          aria-label={words}
        />
      ) : (
        <button
          type="button"
          className={classes.still}
          aria-label={media.alt === '' ? 'Play video' : `Play: ${media.alt}`}
          onClick={() => setPlaying(true)}
        >
          <MediaPicture media={media} className={classes.film} />
          <PlaySign size={56} />
          <AiMark media={media} />
        </button>
      )}
    </div>
  )
}

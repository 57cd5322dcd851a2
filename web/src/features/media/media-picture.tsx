import { IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './media-picture.module.css'
import { mediaWords, type ShownMedia } from './shown-media.ts'

type Props = {
  readonly media: ShownMedia
  readonly size?: 'small' | 'medium'
  /** Where it stands among several: `2 of 5`. */
  readonly place?: string | undefined
  readonly className?: string | undefined
}

/** An image or a video's still that fills its place, or the word that it could not be loaded. */
export function MediaPicture({ media, size = 'medium', place, className }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  const words = mediaWords(media, place)
  const src = media.kind === 'video' ? media.poster : media[size]
  if (src === null)
    return (
      // biome-ignore lint/a11y/useMediaCaption: posts carry no captions of their own
      <video className={className} src={media.original} preload="metadata" tabIndex={-1} aria-label={words} />
    )
  if (failed === src) return <FailedPicture words={words} isSmall={size === 'small'} className={className} />
  const image = (shown: string) => (
    <img
      className={className}
      src={shown}
      alt={words}
      draggable={false}
      data-loading={loaded !== src}
      onLoad={() => setLoaded(src)}
      onError={() => setFailed(src)}
    />
  )
  if (media.kind !== 'gif' || size === 'small') return image(src)
  return (
    <picture>
      {/* People who prefer reduced motion see a still of an animated GIF. */}
      <source media="(prefers-reduced-motion: reduce)" srcSet={media.medium} />
      {image(media.original)}
    </picture>
  )
}

type FailedProps = {
  readonly words: string
  readonly isSmall: boolean
  readonly className: string | undefined
}

/** In the place of a picture that the browser could not load. */
function FailedPicture({ words, isSmall, className }: FailedProps) {
  const text = 'This picture could not be loaded'
  return (
    <span
      className={[classes.failed, className].join(' ')}
      role="img"
      aria-label={`${words}. ${text}`}
      data-failed-picture
    >
      <IconPhotoOff size={isSmall ? 20 : 28} aria-hidden />
      {!isSmall && <span>{text}</span>}
    </span>
  )
}

/** The word on a file that says of itself that AI made it: the networks show it as well. */
export function AiMark({ media }: { readonly media: ShownMedia }) {
  if (!media.isAiContent) return null
  const words =
    'Its file says that it was made with AI. It stays in the file, and networks show it as AI content.'
  return (
    <span className={classes.ai} title={words}>
      AI content
    </span>
  )
}

/** The play sign on a video. */
export function PlaySign({ size = 48 }: { size?: number }) {
  return (
    <span className={classes.play} style={{ width: size, height: size }} aria-hidden>
      <IconPlayerPlayFilled size={size * 0.45} />
    </span>
  )
}

import { IconPlayerPlayFilled } from '@tabler/icons-react'
import classes from './media-picture.module.css'
import type { ShownMedia } from './shown-media.ts'

type Props = {
  readonly media: ShownMedia
  readonly size?: 'small' | 'medium'
  readonly className?: string | undefined
}

/** An image or a video's still that fills its place. Without alternative text it is announced by its file name. */
export function MediaPicture({ media, size = 'medium', className }: Props) {
  const words = media.alt || media.name
  if (media.kind === 'video')
    return media.poster === null ? (
      // biome-ignore lint/a11y/useMediaCaption: posts carry no captions of their own
      <video className={className} src={media.original} preload="metadata" tabIndex={-1} aria-label={words} />
    ) : (
      <img className={className} src={media.poster} alt={words} draggable={false} />
    )
  if (media.kind === 'gif' && size === 'medium')
    return (
      <picture>
        {/* People who prefer reduced motion see a still of an animated GIF. */}
        <source media="(prefers-reduced-motion: reduce)" srcSet={media.medium} />
        <img className={className} src={media.original} alt={words} draggable={false} />
      </picture>
    )
  return <img className={className} src={media[size]} alt={words} draggable={false} />
}

/** The play sign on a video. */
export function PlaySign({ size = 48 }: { size?: number }) {
  return (
    <span className={classes.play} style={{ width: size, height: size }} aria-hidden>
      <IconPlayerPlayFilled size={size * 0.45} />
    </span>
  )
}

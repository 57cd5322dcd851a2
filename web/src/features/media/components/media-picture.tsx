import type { ShownMedia } from './shown-media.ts'

type Props = {
  readonly media: ShownMedia
  readonly size?: 'small' | 'medium'
  readonly className?: string | undefined
}

/** One picture or video, filling the place it is given. A picture without words is announced by its file's name. */
export function MediaPicture({ media, size = 'medium', className }: Props) {
  if (media.kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: posts carry no captions of their own
      <video className={className} src={media.original} preload="metadata" aria-label={media.name} />
    )
  return <img className={className} src={media[size]} alt={media.alt || media.name} draggable={false} />
}

import {
  type Icon,
  IconAlignLeft,
  IconCarouselHorizontal,
  IconCirclePlus,
  IconGif,
  IconLink,
  IconLinkPlus,
  IconMovie,
  IconPhoto,
  IconPhotoVideo,
  IconPlayerPlay,
  IconSlideshow,
  IconVideoPlus,
} from '@tabler/icons-react'
import type { PostType } from '#domain/networks/model.ts'
import { postTypeNames } from '#domain/networks/names.ts'

const icons: Readonly<Record<PostType, Icon>> = {
  link: IconLink,
  single_photo: IconPhoto,
  multi_photo: IconSlideshow,
  media_carousel: IconCarouselHorizontal,
  single_video: IconPlayerPlay,
  multi_video: IconVideoPlus,
  multi_content: IconPhotoVideo,
  animated_gif: IconGif,
  text: IconAlignLeft,
  link_carousel: IconLinkPlus,
  photo_story: IconCirclePlus,
  video_story: IconMovie,
}

type Props = { readonly type: PostType; readonly size?: number; readonly named?: boolean }

/** A post type's icon. `named`: there is no text next to it, so it has an accessible name. */
export function PostTypeIcon({ type, size = 14, named = false }: Props) {
  const Sign = icons[type]
  const name = postTypeNames[type]
  if (!named) return <Sign size={size} aria-hidden />
  return (
    <span role="img" aria-label={name} title={name} style={{ display: 'inline-grid' }}>
      <Sign size={size} aria-hidden />
    </span>
  )
}

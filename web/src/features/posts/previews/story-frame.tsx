import { type Icon, IconDots, IconHeart, IconSend, IconThumbUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { PreviewAccount } from '#domain/social-accounts/shown-account.ts'
import { AiMark, MediaPicture } from '#web/features/media/media-picture.tsx'
import type { ShownMedia } from '#web/features/media/shown-media.ts'
import { VideoPlayer } from '#web/features/media/video-player.tsx'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import type { PreviewView } from './frames/frame-model.ts'
import classes from './story-frame.module.css'

type Props = {
  readonly network: SocialNetwork
  readonly account: PreviewAccount
  readonly view: PreviewView
  readonly children: ReactNode
}

const likes: Readonly<Record<SocialNetwork, Icon>> = {
  facebook: IconThumbUp,
  instagram: IconHeart,
  linkedin: IconThumbUp,
  twitter: IconHeart,
}

/** A story: upright, nine by sixteen, its account on the image and the reply field below. */
export function StoryFrame({ network, account, view, children }: Props) {
  const Like = likes[network]
  return (
    <article className={classes.story} data-network={network} data-view={view}>
      <div className={classes.stage}>{children}</div>
      <div className={classes.head}>
        <span className={classes.time} aria-hidden />
        <span className={classes.account}>
          <PersonAvatar name={account.name} image={account.logo} size={32} decorative />
          <span className={classes.name}>{account.name}</span>
          <span className={classes.ago}>Just now</span>
          <IconDots size={20} className={classes.dots} aria-hidden />
          <IconX size={20} aria-hidden />
        </span>
      </div>
      <div className={classes.foot} aria-hidden>
        <span className={classes.answer}>Send message</span>
        <Like size={24} stroke={1.6} />
        <IconSend size={24} stroke={1.6} />
      </div>
    </article>
  )
}

/** Fills the story; an image of another shape is shown in front of a blurred copy of itself, as the networks do. */
export function StoryPicture({ media }: { media: ShownMedia }) {
  if (media.kind === 'video') return <VideoPlayer key={media.key} media={media} isFilling />
  return (
    <>
      <img className={classes.backdrop} src={media.small} alt="" aria-hidden />
      <MediaPicture media={media} className={classes.picture} />
      <AiMark media={media} />
    </>
  )
}

import { IconDots, IconMessageCircle, IconShare3, IconThumbUp, IconWorld } from '@tabler/icons-react'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { Decoration } from './decoration.tsx'
import { FirstComment } from './first-comment.tsx'
import classes from './frame.module.css'
import type { FrameProps } from './frame-model.ts'

const buttons = [
  { Icon: IconThumbUp, label: 'Like' },
  { Icon: IconMessageCircle, label: 'Comment' },
  { Icon: IconShare3, label: 'Share' },
]

/** A page's post in the Facebook feed: text above the images. */
export function FacebookFrame({ account, date, message, media, comment }: FrameProps) {
  return (
    <>
      <header className={classes.header}>
        <PersonAvatar name={account.name} image={account.logo} size={40} decorative />
        <div className={classes.names}>
          <span className={classes.name}>{account.name}</span>
          <span className={classes.meta}>
            {date} · <IconWorld size={12} aria-hidden />
          </span>
        </div>
        <IconDots size={20} className={classes.dots} aria-hidden />
      </header>
      {message && <div className={classes.message}>{message}</div>}
      {media && <div>{media}</div>}
      <Decoration items={buttons} />
      <FirstComment account={account}>{comment}</FirstComment>
    </>
  )
}

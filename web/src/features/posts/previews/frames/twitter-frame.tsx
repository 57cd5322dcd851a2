import {
  IconBookmark,
  IconChartBar,
  IconDots,
  IconHeart,
  IconMessageCircle,
  IconRepeat,
} from '@tabler/icons-react'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { Decoration } from './decoration.tsx'
import { FirstComment } from './first-comment.tsx'
import classes from './frame.module.css'
import type { FrameProps } from './frame-model.ts'

const buttons = [
  { Icon: IconMessageCircle },
  { Icon: IconRepeat },
  { Icon: IconHeart },
  { Icon: IconChartBar },
  { Icon: IconBookmark },
]

/** A tweet in the timeline: everything to the right of its author's picture. */
export function TwitterFrame({ account, date, message, media, comment }: FrameProps) {
  return (
    <div className={classes.tweet}>
      <PersonAvatar name={account.name} image={account.logo} size={40} decorative />
      <div className={classes.tweetBody}>
        <header className={classes.tweetHead}>
          <span className={classes.name}>{account.name}</span>
          {account.handle && <span className={classes.handle}>@{account.handle}</span>}
          <span className={classes.meta}>· {date}</span>
          <IconDots size={18} className={classes.dots} aria-hidden />
        </header>
        {message && <div className={classes.message}>{message}</div>}
        {media && <div className={classes.tweetMedia}>{media}</div>}
        <Decoration items={buttons} />
        <FirstComment account={account}>{comment}</FirstComment>
      </div>
    </div>
  )
}

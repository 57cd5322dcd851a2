import { IconBookmark, IconDots, IconHeart, IconMessageCircle, IconSend } from '@tabler/icons-react'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import classes from './frame.module.css'
import type { FrameProps } from './frame-model.ts'

/** A post in the Instagram feed: image first, then the text after the account's name. While it is edited, the text comes first, in its writer's sight. */
export function InstagramFrame({ account, date, message, media, comment, isEdited }: FrameProps) {
  const text = message && (
    <div className={classes.message}>
      <span className={classes.name}>{account.name}</span> {message}
    </div>
  )
  return (
    <>
      <header className={classes.header}>
        <PersonAvatar name={account.name} image={account.logo} size={32} decorative />
        <div className={classes.names}>
          <span className={classes.name}>{account.name}</span>
        </div>
        <IconDots size={20} className={classes.dots} aria-hidden />
      </header>
      {isEdited && text}
      {media && <div>{media}</div>}
      <div className={classes.icons} aria-hidden>
        <IconHeart size={24} stroke={1.6} />
        <IconMessageCircle size={24} stroke={1.6} />
        <IconSend size={24} stroke={1.6} />
        <IconBookmark size={24} stroke={1.6} className={classes.last} />
      </div>
      {!isEdited && text}
      {comment && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
        <div className={classes.message} role="group" aria-label="First comment">
          <span className={classes.name}>{account.name}</span> {comment}
        </div>
      )}
      <div className={classes.foot}>{date}</div>
    </>
  )
}

import type { Post } from '#domain/posts/model.ts'
import { PostTypeIcon } from '#web/ui/badge/post-type.tsx'
import classes from './post-cover.module.css'
import { coverOf } from './post-facts.ts'

type Props = {
  readonly post: Pick<Post, 'post_socials' | 'type'>
  readonly className?: string | undefined
}

/** A post's image, filling its container; without one, the icon of its type. Hidden from screen readers. */
export function PostCover({ post, className }: Props) {
  const src = coverOf(post, 'small')
  return (
    <span className={[classes.cover, className].join(' ')} aria-hidden>
      {src ? (
        <img src={src} alt="" loading="lazy" draggable={false} />
      ) : (
        <PostTypeIcon type={post.type} size={20} />
      )}
    </span>
  )
}

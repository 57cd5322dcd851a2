import { useId } from 'react'
import classes from './unsent-posts.module.css'
import type { UnsentPost } from './use-sending.ts'

type Props = { readonly title: string; readonly posts: readonly UnsentPost[] }

/** The posts that cannot be sent, or were not, each with its reason. */
export function UnsentPosts({ title, posts }: Props) {
  const titleId = useId()
  return (
    // Focusable, so that a long list can be scrolled with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <section className={classes.box} aria-labelledby={titleId} tabIndex={0}>
      <p className={classes.title} id={titleId}>
        {title}
      </p>
      <ul className={classes.list}>
        {posts.map(({ id, name, reason }) => (
          <li key={id}>
            <p className={classes.name}>{name}</p>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

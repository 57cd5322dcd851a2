import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { isEmptyText, writtenText } from '#domain/kernel/text.ts'
import { replicationTexts } from '#domain/media/replication-texts.ts'
import { isStory } from '#domain/networks/model.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import type { CardLink } from '#web/features/calendar/grid-state/board.tsx'
import { addressOf } from './card-link.ts'
import classes from './card-text.module.css'

type Post = CalendarEntry['item']['post']

/** The text on a card: the message, or what the post is if it has none. */
export const textOf = ({ message, type }: Post): string =>
  // Fixed wording (docs/product/posts.md "Texts").
  writtenText(message) || (isStory(type) ? postTypeNames[type] : 'Empty message')

/** What is said of the files of a clone that have not arrived (docs/product/duplicating.md "Files"). */
export const filesOf = ({ media_replication_status: status }: Post): string | null =>
  status === undefined ? null : replicationTexts[status]

type PictureProps = { readonly post: Post; readonly className: string | undefined }

/** The first picture of a card, if it has one. */
export function CardPicture({ post: { preview }, className }: PictureProps) {
  if (preview === null) return null
  return <img className={className} src={preview} alt="" loading="lazy" decoding="async" draggable={false} />
}

type Props = { readonly post: Post; readonly link: CardLink; readonly tabIndex: number }

/** The text of a card, which is its link. */
export function CardText({ post, link, tabIndex }: Props) {
  return (
    <a
      href={addressOf(link)}
      className={classes.text}
      data-empty={isEmptyText(post.message) || undefined}
      tabIndex={tabIndex}
      draggable={false}
    >
      {textOf(post)}
    </a>
  )
}

import { Checkbox } from '@mantine/core'
import { IconClockExclamation, IconDotsVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent as ReactMouseEvent } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { formatLastUpdate, formatLocal, formats } from '#domain/kernel/time-format.ts'
import { isStory } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { isPartlyPublished, publishSummary } from '#domain/posts/publish-results.ts'
import { NetworkBadge } from '#web/ui/network-badge.tsx'
import { PostTypeIcon } from '#web/ui/post-type.tsx'
import { badgeOf, StatusBadge, statusText, toneVar } from '#web/ui/status-badge.tsx'
import { useBoard } from '../grid/board.tsx'
import { useIsAnythingSelected, useIsSelected } from '../selection/selection.tsx'
import classes from './event-card.module.css'

/** `compact`: two lines, for a month. `tall`: for a week. `wide`: across a phone. */
export type CardLayout = 'compact' | 'tall' | 'wide'

type Props = {
  readonly entry: CalendarEntry
  readonly layout: CardLayout
  /** A day with few cards has room for a second line of text. */
  readonly isRoomy?: boolean
  /** All cards of the grid share one Tab stop; the arrow keys move between them. */
  readonly isInGrid?: boolean
}

/** "3 of 4 published" if the networks of a post ended differently; else null. */
const resultOf = ({ post_socials: socials }: CalendarEntry['item']['post']): string | null => {
  const statuses = socials.map(({ status }) => status)
  return isPartlyPublished(statuses) ? publishSummary(statuses).text : null
}

/** The text on a card: the message, or what the post is if it has none. */
export const textOf = ({ message, type }: CalendarEntry['item']['post']): string =>
  // Fixed wording (docs/product/posts.md "Texts").
  message.trim() || (isStory(type) ? postTypeNames[type] : 'Empty message')

/** The card in one sentence, for screen readers. */
export const sentenceOf = ({ item, badge, time, date }: CalendarEntry): string =>
  [
    formatLocal({ date, time }, formats.time),
    postTypeNames[item.post.type],
    item.post.post_socials.map(({ social_network }) => networkNames[social_network]).join(', '),
    statusText(badge),
    ...[resultOf(item.post)].filter(text => text !== null),
    ...(item.post.is_overdue ? ['Overdue'] : []),
    textOf(item.post),
  ].join(', ')

/** One scheduled post (docs/product/calendar.md "Event card"). */
export function EventCard({ entry, layout, isRoomy = false, isInGrid = false }: Props) {
  const board = useBoard()
  const isSelected = useIsSelected(entry.item.id)
  const isSelecting = useIsAnythingSelected()
  const onClick = (event: ReactMouseEvent) => {
    const wantsSelection = event.ctrlKey || event.metaKey || event.shiftKey
    if (board.isPlanning && wantsSelection) board.select(entry, event.shiftKey)
    else board.open(entry)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') board.open(entry)
    else if (event.key === ' ' && board.isPlanning) board.select(entry, event.shiftKey)
    else if (event.key === ' ') board.open(entry)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      board.openMenu(entry, event.currentTarget)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls, not a form's fieldset
    <div
      role="group"
      tabIndex={isInGrid ? -1 : 0}
      aria-label={sentenceOf(entry)}
      className={classes.card}
      data-nav={isInGrid ? 'card' : undefined}
      data-entry={entry.item.id}
      data-layout={layout}
      data-roomy={isRoomy || undefined}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
      style={{ borderLeftColor: toneVar(badgeOf(entry.badge).tone, 'line') }}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onContextMenu={event => {
        if (!board.isPlanning) return
        event.preventDefault()
        board.openMenu(entry, event.currentTarget)
      }}
      onMouseEnter={event => board.showPreview(entry, event.currentTarget)}
      onMouseLeave={board.hidePreview}
      onFocus={event => {
        if (event.target === event.currentTarget) board.showPreview(entry, event.currentTarget)
      }}
      onBlur={board.hidePreview}
    >
      <CardHead entry={entry} layout={layout} isSelected={isSelected} tabIndex={isInGrid ? -1 : 0} />
      <CardBody entry={entry} layout={layout} tabIndex={isInGrid ? -1 : 0} />
    </div>
  )
}

const still = (event: ReactMouseEvent) => event.stopPropagation()

type PartProps = { readonly entry: CalendarEntry; readonly layout: CardLayout; readonly tabIndex: number }

function CardHead({ entry, layout, isSelected, tabIndex }: PartProps & { isSelected: boolean }) {
  const { isPlanning, openMenu, select } = useBoard()
  const { item, badge } = entry
  const isCompact = layout === 'compact'
  return (
    <div className={classes.head}>
      {isPlanning && (
        <Checkbox
          size="xs"
          className={classes.select}
          aria-label="Select"
          checked={isSelected}
          tabIndex={tabIndex}
          onClick={still}
          onChange={({ nativeEvent }) =>
            select(entry, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      )}
      <span className={classes.time}>{formatLocal(entry, formats.time)}</span>
      {item.post.is_overdue && isCompact && <Overdue />}
      <span className={classes.status}>
        {isCompact && (
          <StatusBadge status={badge} size="xs" title={resultOf(item.post) ?? statusText(badge)} />
        )}
      </span>
      {isPlanning && (
        <button
          type="button"
          className={classes.menu}
          tabIndex={tabIndex}
          aria-label="Actions"
          aria-haspopup="menu"
          onClick={event => {
            event.stopPropagation()
            openMenu(entry, event.currentTarget)
          }}
        >
          <IconDotsVertical size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}

function Overdue({ named = false }: { named?: boolean }) {
  if (!named)
    return (
      <span role="img" aria-label="Overdue" title="Overdue" className={classes.overdue}>
        <IconClockExclamation size={14} aria-hidden />
      </span>
    )
  return (
    <span className={classes.overdue}>
      <IconClockExclamation size={14} aria-hidden /> Overdue
    </span>
  )
}

function CardBody({ entry, layout, tabIndex }: PartProps) {
  const { linkOf, timezone, now } = useBoard()
  const { post } = entry.item
  const isCompact = layout === 'compact'
  const networks = (
    <span className={classes.networks}>
      {post.post_socials.map(({ id, social_network }) => (
        <NetworkBadge key={id} network={social_network} size={isCompact ? 14 : 18} />
      ))}
    </span>
  )
  return (
    <div className={classes.body}>
      {post.preview !== null && (
        <img className={classes.preview} src={post.preview} alt="" loading="lazy" draggable={false} />
      )}
      {isCompact && (
        <span className={classes.type}>
          <PostTypeIcon type={post.type} named />
        </span>
      )}
      <Link
        {...linkOf(entry)}
        className={classes.message}
        data-empty={post.message.trim() === '' || undefined}
        tabIndex={tabIndex}
        draggable={false}
        preload={false}
        onClick={still}
      >
        {textOf(post)}
      </Link>
      {isCompact ? (
        networks
      ) : (
        <>
          <div className={classes.marks}>
            {networks}
            <span className={classes.type}>
              <PostTypeIcon type={post.type} /> {postTypeNames[post.type]}
            </span>
            <StatusBadge status={entry.badge} size="xs" />
            {resultOf(post)}
            {post.is_overdue && <Overdue named />}
          </div>
          {layout === 'tall' && (
            <dl className={classes.facts}>
              <div>
                <dt>Publish date</dt>
                <dd>{formatLocal(entry, formats.dateTime)}</dd>
              </div>
              <div>
                <dt>Last update</dt>
                <dd>{formatLastUpdate(new Date(post.updated_at), now, timezone)}</dd>
              </div>
            </dl>
          )}
        </>
      )}
    </div>
  )
}

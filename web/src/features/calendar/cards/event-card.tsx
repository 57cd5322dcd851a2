import { IconArrowsExchange, IconClockExclamation } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import { isForOtherAccount } from '#domain/calendar/card-state.ts'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { dayOf, type LocalDate } from '#domain/kernel/time.ts'
import { formatLastUpdate, formatLocal, formats } from '#domain/kernel/time-format.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { isPartlyPublished, publishSummary } from '#domain/posts/publish-results.ts'
import { useBoard, useCampaignOf, useIsPaused } from '#web/features/calendar/grid-state/board.tsx'
import { useIsSelected } from '#web/features/calendar/grid-state/selection.tsx'
import { CampaignMark } from '#web/features/campaigns/campaign-mark.tsx'
import { useTimezone } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PausedMark } from '#web/ui/badge/paused-mark.tsx'
import { PostTypeIcon } from '#web/ui/badge/post-type.tsx'
import { badgeOf, StatusBadge, statusText, toneVar } from '#web/ui/badge/status-badge.tsx'
import { CardDeadline, useDeadlineText } from './card-deadline.tsx'
import line from './card-line.module.css'
import { CardLine } from './card-line.tsx'
import { CardPicture, CardText, filesOf, textOf } from './card-text.tsx'
import classes from './event-card.module.css'
import box from './select-box.module.css'

type CardFactsProps = { readonly entry: CalendarEntry; readonly today: LocalDate }

/** The days of a post, on a card of a week. */
function CardFacts({ entry, today }: CardFactsProps) {
  const timezone = useTimezone()
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Publish date</dt>
        <dd>{formatLocal(entry, formats.dayTime)}</dd>
      </div>
      <div>
        <dt>Last update</dt>
        <dd>{formatLastUpdate(dayOf(new Date(entry.item.post.updated_at), timezone), today)}</dd>
      </div>
    </dl>
  )
}

/** `compact`: one line, for a month. `tall`: for a week. `wide`: across a phone. */
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

/** The card in one sentence, for screen readers. */
const sentenceOf = (
  { item, badge, time, date }: CalendarEntry,
  {
    decideBy,
    isPaused,
    campaign,
  }: {
    readonly decideBy: string | null
    readonly isPaused: boolean
    readonly campaign: Campaign | undefined
  },
): string =>
  [
    formatLocal({ date, time }, formats.time),
    postTypeNames[item.post.type],
    item.post.post_socials.map(({ social_network }) => networkNames[social_network]).join(', '),
    statusText(badge),
    ...[resultOf(item.post)].filter(text => text !== null),
    ...(isPaused ? ['Paused'] : []),
    ...(item.post.is_overdue ? ['Overdue'] : []),
    ...(isForOtherAccount(item.post) ? ['Approved for another account'] : []),
    ...[decideBy].filter(text => text !== null),
    ...[filesOf(item.post)].filter(text => text !== null),
    ...(campaign ? [`Campaign ${campaign.name}`] : []),
    textOf(item.post),
  ].join(', ')

/**
 * One scheduled post (docs/product/calendar.md "Event card"). Plain elements without listeners, because there are hundreds: the card area
 * around them listens. Drawn again only when its post, or whether it is selected, changes.
 */
export const EventCard = memo(function EventCard({
  entry,
  layout,
  isRoomy = false,
  isInGrid = false,
}: Props) {
  const { isPlanning } = useBoard()
  const isSelected = useIsSelected(entry.item.id)
  const { item, badge } = entry
  const decideBy = useDeadlineText(item.post, useTimezone())
  const isPaused = useIsPaused(entry)
  const campaign = useCampaignOf(item.post)
  const isCompact = layout === 'compact'
  const tabIndex = isInGrid ? -1 : 0
  const { tone } = badgeOf(badge)
  const colours = { '--line': toneVar(tone, 'line'), '--tone': toneVar(tone, 'bg') }
  const checkbox = isPlanning && (
    <input
      type="checkbox"
      className={box.select}
      aria-label={`Select: ${textOf(item.post).slice(0, 60)}`}
      checked={isSelected}
      readOnly
      tabIndex={tabIndex}
    />
  )
  const menu = isPlanning && (
    <button
      type="button"
      className={classes.menu}
      tabIndex={tabIndex}
      aria-label={`Actions: ${textOf(item.post).slice(0, 60)}`}
      aria-haspopup="menu"
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls, not a form's fieldset
    <div
      role="group"
      tabIndex={tabIndex}
      aria-label={sentenceOf(entry, { decideBy, isPaused, campaign })}
      className={isCompact ? `${classes.card} ${line.line}` : classes.card}
      data-nav={isInGrid ? 'card' : undefined}
      data-entry={item.id}
      data-layout={layout}
      data-planning={isPlanning || undefined}
      data-roomy={isRoomy || undefined}
      data-state={badge}
      data-selected={isSelected || undefined}
      style={colours as CSSProperties}
    >
      {isCompact ? (
        <>
          {checkbox}
          <CardLine entry={entry} tabIndex={tabIndex} />
          {menu}
        </>
      ) : (
        <>
          <div className={classes.head}>
            {checkbox}
            <span className={classes.time}>{formatLocal(entry, formats.time)}</span>
            {decideBy !== null && layout === 'wide' && <CardDeadline post={item.post} title={decideBy} />}
            {menu}
          </div>
          <CardBody
            entry={entry}
            layout={layout}
            tabIndex={tabIndex}
            decideBy={decideBy}
            isPaused={isPaused}
            campaign={campaign}
          />
        </>
      )}
    </div>
  )
})

type BodyProps = {
  readonly entry: CalendarEntry
  readonly layout: CardLayout
  readonly tabIndex: number
  readonly decideBy: string | null
  readonly isPaused: boolean
  readonly campaign: Campaign | undefined
}

function CardBody({ entry, layout, tabIndex, decideBy, isPaused, campaign }: BodyProps) {
  const { linkOf, today } = useBoard()
  const { post } = entry.item
  return (
    <div className={classes.body}>
      <CardPicture post={post} className={classes.preview} />
      <CardText post={post} link={linkOf(entry)} tabIndex={tabIndex} />
      <div className={classes.marks}>
        <span className={classes.networks}>
          {post.post_socials.map(({ id, social_network }) => (
            <NetworkBadge key={id} network={social_network} size={18} />
          ))}
        </span>
        <span className={classes.type}>
          <PostTypeIcon type={post.type} /> {postTypeNames[post.type]}
        </span>
        <StatusBadge versions={post.post_socials} size="xs" />
        {isPaused && <PausedMark />}
        {resultOf(post)}
        {post.is_overdue && (
          <span className={classes.overdue}>
            <IconClockExclamation size={14} aria-hidden /> Overdue
          </span>
        )}
        {isForOtherAccount(post) && (
          <span className={classes.overdue} title="Approved for another account">
            <IconArrowsExchange size={14} aria-hidden /> Other account
          </span>
        )}
        {layout === 'tall' && decideBy !== null && <CardDeadline post={post} title={decideBy} />}
        {filesOf(post)}
        {campaign && <CampaignMark campaign={campaign} />}
      </div>
      {layout === 'tall' && <CardFacts entry={entry} today={today} />}
    </div>
  )
}

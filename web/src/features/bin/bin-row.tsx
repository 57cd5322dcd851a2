import { Checkbox, Text } from '@mantine/core'
import { IconArrowBackUp, IconFile, IconFileText, IconHash, IconTrash } from '@tabler/icons-react'
import { daysLeft } from '#domain/bin/bin.ts'
import type { BinItem } from '#domain/bin/model.ts'
import { campaignDaysText } from '#domain/campaigns/campaigns.ts'
import { formatDayRange, formatInstant, formats } from '#domain/kernel/time-format.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import classes from './bin.module.css'

type Props = {
  readonly item: BinItem
  readonly now: Date
  readonly isChosen: boolean
  /** Null, as of the next two: it cannot be done, or the person may not. */
  readonly onChoose: (() => void) | null
  readonly onRestore: (() => void) | null
  readonly onDelete: (() => void) | null
}

/** One deleted thing: what it is, who deleted it and when, and how long it stays. */
export function BinRow({ item, now, isChosen, onChoose, onRestore, onDelete }: Props) {
  const timezone = useTimezone()
  // Fixed wording (docs/product/posts.md "Texts").
  const title = item.title || 'Empty message'
  const left = daysLeft(item.leaves_at, now)
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      {onChoose ? (
        <Checkbox
          checked={isChosen}
          onChange={onChoose}
          aria-label={`Select ${title}`}
          className={classes.check}
        />
      ) : (
        <span />
      )}
      <span className={classes.sign} aria-hidden>
        <Sign item={item} />
      </span>
      <div className={classes.words}>
        <Text size="sm" fw={600} className={classes.title}>
          {title}
        </Text>
        <Facts item={item} now={now} />
        <Text size="xs" c="dimmed">
          Deleted{item.deleted_by && ` by ${item.deleted_by.name}`},{' '}
          <ZonedTime instant={item.deleted_at} timezone={timezone} zone="hint" />
        </Text>
      </div>
      <Text size="xs" className={classes.left} data-soon={left <= 3 || undefined}>
        {left === 1 ? '1 day left' : `${left} days left`}
      </Text>
      <div className={classes.actions}>
        {onRestore && (
          <IconButton label={`Restore ${title}`} size={40} onClick={onRestore}>
            <IconArrowBackUp size={18} aria-hidden />
          </IconButton>
        )}
        {onDelete && (
          <IconButton label={`Delete ${title} for good`} size={40} onClick={onDelete}>
            <IconTrash size={18} aria-hidden />
          </IconButton>
        )}
      </div>
    </li>
  )
}

function Sign({ item }: { readonly item: BinItem }) {
  if (item.kind === 'media' && item.preview !== null)
    return <img src={item.preview} alt="" className={classes.picture} loading="lazy" />
  if (item.kind === 'day_label' || item.kind === 'campaign')
    return <span className={classes.color} style={{ background: item.color }} />
  if (item.kind === 'hashtag_pool') return <IconHash size={20} />
  return item.kind === 'post' ? <IconFileText size={20} /> : <IconFile size={20} />
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

function Facts({ item, now }: Pick<Props, 'item' | 'now'>) {
  const timezone = useTimezone()
  if (item.kind === 'post') {
    const { scheduled_at: at, social_networks: networks } = item
    const isPast = at !== null && new Date(at) <= now
    return (
      <span className={classes.facts}>
        {networks.map(network => (
          <NetworkBadge key={network} network={network} size={16} />
        ))}
        <Text span size="xs" c="dimmed">
          {at === null
            ? 'Not scheduled'
            : `${isPast ? 'Was scheduled' : 'Scheduled'} for ${formatInstant(new Date(at), timezone, formats.dayTime)}`}
        </Text>
      </span>
    )
  }
  return (
    <Text size="xs" c="dimmed">
      {factOf(item)}
    </Text>
  )
}

const factOf = (item: Exclude<BinItem, { kind: 'post' }>): string => {
  if (item.kind === 'day_label') return formatDayRange(item.start_at, item.end_at)
  if (item.kind === 'campaign') return campaignDaysText(item)
  if (item.kind === 'hashtag_pool')
    return `${item.tags_count} ${item.tags_count === 1 ? 'hashtag' : 'hashtags'}`
  return sizeText(item.file_size)
}

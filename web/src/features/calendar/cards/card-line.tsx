import { IconPhotoDown } from '@tabler/icons-react'
import { cardStateOf } from '#domain/calendar/card-state.ts'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { useBoard, useCampaignOf, useIsPaused } from '#web/features/calendar/grid-state/board.tsx'
import { CampaignDot } from '#web/features/campaigns/campaign-mark.tsx'
import { StatusSign } from '#web/ui/badge/status-sign.tsx'
import { useIsLate } from './card-deadline.tsx'
import classes from './card-line.module.css'
import { CardPicture, CardText, filesOf } from './card-text.tsx'

type Facts = { readonly isLate: boolean; readonly isPaused: boolean }

/** The word for what has gone wrong or keeps it back; everything else is said by colour and sign. */
const wordOf = (entry: CalendarEntry, { isLate, isPaused }: Facts): string | undefined => {
  const state = cardStateOf(entry, isLate)
  if (state === 'fixes') return 'Fixes'
  if (entry.badge === 'publishing_failed') return 'Failed'
  // A pause is why a post is late, and its account is of no matter until then.
  if (isPaused) return 'Paused'
  if (state !== 'at_risk') return undefined
  return isLate ? 'Late' : 'Account'
}

type Props = { readonly entry: CalendarEntry; readonly tabIndex: number }

/** A post in one line, for a month: state, time, picture and text (docs/product/calendar.md "Event card"). */
export function CardLine({ entry, tabIndex }: Props) {
  const { linkOf } = useBoard()
  const { badge, item } = entry
  const { post } = item
  const word = wordOf(entry, { isLate: useIsLate(post), isPaused: useIsPaused(entry) })
  const files = filesOf(post)
  const campaign = useCampaignOf(post)
  return (
    <>
      <StatusSign status={badge} size={13} />
      <span className={classes.time}>{formatLocal(entry, formats.time)}</span>
      {files !== null && <IconPhotoDown size={14} aria-hidden />}
      {word === undefined && <CardPicture post={post} className={classes.picture} />}
      {campaign && <CampaignDot color={campaign.color} />}
      <CardText post={post} link={linkOf(entry)} tabIndex={tabIndex} />
      {word !== undefined && (
        <span className={classes.word} data-late={(word !== 'Fixes' && word !== 'Paused') || undefined}>
          {word}
        </span>
      )}
    </>
  )
}

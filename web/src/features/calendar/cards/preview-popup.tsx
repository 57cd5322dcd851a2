import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { failedAnswers } from '#domain/posts/publish-results.ts'
import { DeadlineLine } from '#web/features/approvals/deadline-line.tsx'
import { useCampaignOf, useIsPaused } from '#web/features/calendar/grid-state/board.tsx'
import { CampaignMark } from '#web/features/campaigns/campaign-mark.tsx'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PausedMark } from '#web/ui/badge/paused-mark.tsx'
import { StatusBadge } from '#web/ui/badge/status-badge.tsx'
import { filesOf, textOf } from './card-text.tsx'
import classes from './preview-popup.module.css'

const gap = 8

/** Next to the card, on the side with more room, never beyond the window. */
const placeBeside = (card: DOMRect, popup: DOMRect) => {
  const fitsRight = card.right + gap + popup.width <= window.innerWidth - gap
  return {
    left: Math.max(gap, fitsRight ? card.right + gap : card.left - gap - popup.width),
    top: Math.max(gap, Math.min(card.top, window.innerHeight - popup.height - gap)),
  }
}

type Props = {
  readonly entry: CalendarEntry
  readonly at: HTMLElement
  /** With the picture as large as there is room. */
  readonly isLarge: boolean
}

/**
 * The whole of a card that a month shows in one line: image, text, the status of each network, and until when to decide. People who
 * do not see it have the card's name and the post itself.
 */
export function PreviewPopup({ entry, at, isLarge }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    if (popup.current)
      setPlace(placeBeside(at.getBoundingClientRect(), popup.current.getBoundingClientRect()))
  }, [at])

  const isPaused = useIsPaused(entry)
  const { post } = entry.item
  const campaign = useCampaignOf(post)
  return createPortal(
    <div
      ref={popup}
      className={classes.popup}
      data-large={isLarge || undefined}
      aria-hidden
      style={place ?? { left: 0, top: 0, visibility: 'hidden' }}
    >
      {post.preview !== null && <img className={classes.image} src={post.preview} alt="" />}
      <div className={classes.text}>
        <p className={classes.when}>
          {formatLocal(entry, formats.dayTime)} · {postTypeNames[post.type]}
          {post.is_overdue && <strong> · Overdue</strong>} {isPaused && <PausedMark />}
        </p>
        <p className={classes.message}>{textOf(post)}</p>
        <ul className={classes.versions}>
          {post.post_socials.map(version => (
            <li key={version.id}>
              <NetworkBadge network={version.social_network} size={16} />
              <span className={classes.network}>{networkNames[version.social_network]}</span>
              <StatusBadge versions={[version]} size="xs" />
              {version.is_for_other_account && <p className={classes.answer}>Approved for another account</p>}
              {/* Nothing in a pop-up of the pointer can be pointed at. */}
              {version.status === 'publishing_failed' && (
                <p className={classes.answer}>{failedAnswers([version])}</p>
              )}
            </li>
          ))}
        </ul>
        {campaign && (
          <p className={classes.when}>
            <CampaignMark campaign={campaign} />
          </p>
        )}
        {filesOf(post) !== null && <p className={classes.when}>{filesOf(post)}</p>}
        {post.decide_by !== undefined && <DeadlineLine post={{ decide_by: post.decide_by }} size="xs" />}
      </div>
    </div>,
    document.body,
  )
}

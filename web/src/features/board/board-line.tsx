import { Link } from '@tanstack/react-router'
import { type CSSProperties, memo } from 'react'
import { writtenText } from '#domain/kernel/text.ts'
import { clientColour } from '#domain/projects/client-hue.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { riskWords } from '#domain/publishing/outlook-words.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import classes from './board.module.css'
import { reasonText } from './reason-text.ts'
import { WaysOut } from './ways-out.tsx'

type Props = {
  readonly row: BoardRow
  readonly client: Board['clients'][number]
  readonly now: Date
  readonly timezone: string
}

/** One version: when, whose, where, what, whether it goes out, why not and what can be done. */
export const BoardLine = memo(function BoardLine({ row, client, now, timezone }: Props) {
  const { sign, text } = riskWords[row.risk]
  return (
    <li className={classes.line} data-risk={row.risk}>
      <span className={classes.time}>
        <ZonedTime instant={row.datetime} timezone={timezone} format="time" zone="hint" />
      </span>
      <span className={classes.client} style={{ '--client': clientColour(row.project_id) } as CSSProperties}>
        <PersonAvatar name={client.name} image={client.logo} size={24} radius="sm" decorative />
        <span className={classes.name}>{client.name}</span>
      </span>
      <NetworkBadge network={row.social_network} />
      <Link
        to="/$projectId/manage-post/$social"
        params={{ projectId: row.project_id, social: row.social_network }}
        search={{ postId: row.post_id }}
        className={classes.text}
      >
        {writtenText(row.text) || 'Empty message'}
      </Link>
      <span className={classes.state} data-risk={row.risk}>
        <span aria-hidden>{sign}</span> {text}
      </span>
      <span className={classes.reasons}>
        {row.reasons.map(reason => (
          <span key={reason.code}>{reasonText(row, reason, now, timezone)}</span>
        ))}
      </span>
      <span className={classes.ways}>
        <WaysOut row={row} client={client} />
      </span>
    </li>
  )
})

import type { CSSProperties } from 'react'
import { writtenText } from '#domain/kernel/text.ts'
import { localOf } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { clientColour } from '#domain/projects/client-hue.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { risks } from '#domain/publishing/outlook-codes.ts'
import { riskWords } from '#domain/publishing/outlook-words.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { useMinute } from '#web/ui/time/use-now.ts'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'
import { useGetBoard } from './api.ts'
import { boardDays } from './board-days.ts'
import type { BoardSearch } from './board-search.ts'
import classes from './board-wall.module.css'
import { reasonText } from './reason-text.ts'

/** `/board?wall=true`: the board on a wall: large, without controls, kept up to date until its session ends (docs/product/board.md "Wall screen"). */
export function BoardWall({ search }: { readonly search: BoardSearch }) {
  const { data, error } = useGetBoard(search)
  const timezone = browserTimezone() || 'UTC'
  return (
    <main className={classes.wall}>
      <title>Will it publish? · Galley</title>
      <header className={classes.header}>
        <h1>Will it publish?</h1>
        {data &&
          risks.map(risk => (
            <span key={risk} className={classes.count} data-risk={risk}>
              <b>{data.board.counts[risk]}</b> <span aria-hidden>{riskWords[risk].sign}</span>{' '}
              {riskWords[risk].text}
            </span>
          ))}
        <Clock timezone={timezone} />
      </header>
      {error && (
        <p role="status" className={classes.note}>
          {data ? 'This may be out of date: Galley cannot be reached. Trying again…' : messageOf(error)}
        </p>
      )}
      {data && <Columns board={data.board} timezone={timezone} />}
    </main>
  )
}

function Clock({ timezone }: { readonly timezone: string }) {
  const now = useMinute()
  return <time className={classes.clock}>{formatInstant(now, timezone, formats.time)}</time>
}

type ColumnsProps = { readonly board: Board; readonly timezone: string }

function Columns({ board, timezone }: ColumnsProps) {
  const now = useMinute()
  const clients = new Map(board.clients.map(client => [client.id, client]))
  const today = localOf(now, timezone).date
  const endangered = risks.slice(0, 2).flatMap(risk => board.rows.filter(row => row.risk === risk))
  const day = boardDays(board.rows, now, timezone).find(({ key }) => key === today)
  const props = { clients, now, timezone }
  return (
    <div className={classes.columns}>
      <section aria-label="In danger">
        <h2>In danger</h2>
        {endangered.length === 0 && <p className={classes.note}>Everything goes out.</p>}
        <ul>
          <WallRows rows={endangered} withDay {...props} />
        </ul>
      </section>
      <section aria-label="Today">
        <h2>{day?.title ?? 'Today'}</h2>
        {!day && <p className={classes.note}>Nothing is planned today.</p>}
        {day?.parts.map(part => (
          <div key={part.key} className={classes.hour}>
            <h3>{part.title}</h3>
            <ul>
              <WallRows rows={part.rows} {...props} />
            </ul>
          </div>
        ))}
      </section>
    </div>
  )
}

type RowProps = {
  readonly clients: ReadonlyMap<number, Board['clients'][number]>
  readonly now: Date
  readonly timezone: string
  readonly withDay?: boolean
}

/** What is said of a version on a wall, without its network. */
const saidOf = (row: BoardRow, { now, timezone }: RowProps) => ({
  post: row.post_id,
  at: row.datetime,
  risk: row.risk,
  text: writtenText(row.text),
  reason: row.reasons[0] ? reasonText(row, row.reasons[0], now, timezone) : '',
})

/** Versions of a post of which the same is said share a place, with their networks side by side: a wall has few. */
function WallRows({ rows, ...props }: RowProps & { readonly rows: readonly BoardRow[] }) {
  const groups = Map.groupBy(rows, row => JSON.stringify(saidOf(row, props)))
  return [...groups].map(([said, versions]) => <WallRow key={said} versions={versions} {...props} />)
}

function WallRow({ versions, ...props }: RowProps & { readonly versions: readonly BoardRow[] }) {
  const { clients, timezone, withDay = false } = props
  const [row] = versions
  if (row === undefined) return null
  const client = clients.get(row.project_id)
  const moment = new Date(row.datetime)
  const day = withDay ? `${formatInstant(moment, timezone, formats.weekday)}, ` : ''
  const { text, reason } = saidOf(row, props)
  return (
    <li className={classes.row} data-risk={row.risk}>
      <span className={classes.sign} data-risk={row.risk}>
        <span aria-hidden>{riskWords[row.risk].sign}</span>
        <span className={classes.said}>{riskWords[row.risk].text}</span>
      </span>
      <span className={classes.time}>
        {day}
        {formatInstant(moment, timezone, formats.time)}
      </span>
      <span className={classes.client} style={{ '--client': clientColour(row.project_id) } as CSSProperties}>
        <PersonAvatar
          name={client?.name ?? ''}
          image={client?.logo ?? null}
          size={32}
          radius="sm"
          decorative
        />
        <span>{client?.name}</span>
        {versions.map(({ post_social_id, social_network }) => (
          <NetworkBadge key={post_social_id} network={social_network} size={24} />
        ))}
      </span>
      <span className={classes.text}>{text || 'Empty message'}</span>
      {reason && <span className={classes.reason}>{reason}</span>}
    </li>
  )
}

import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/board-contract.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { BOARD_ROWS } from '#domain/publishing/board-contract.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { RecentValues } from '#server/platform/recent-values.ts'
import { findBoardClients } from './board-clients.ts'
import { boardRange } from './board-range.ts'
import { readBoardRevision } from './board-revision.ts'
import { type MadeBoard, makeBoard } from './board-rows.ts'

const nothing: MadeBoard = { clients: [], labels: [], rows: [], isCut: false }

/** In rows of boards: those of the last minute or two, from which filters choose. */
const ROWS_MAX = 40_000
/** By person and revision. */
const madeBoards = oncePer((_db: Db) => new RecentValues<MadeBoard>(ROWS_MAX))

export const getBoard = async (
  { query }: Input<typeof contract.getBoard>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.getBoard>> => {
  const { db, person, services, now } = call
  const clients = await findBoardClients(db, person, services.config.publicUrl)
  // Like the other lists over all projects, it is empty for a person who writes for no client.
  if (clients.length === 0) return { revision: '', board: choose(nothing, query) }
  const days = boardRange(now)
  const projectIds = clients.map(({ id }) => id)
  const revision = await readBoardRevision(db, { projectIds, ...days, now })
  if (query.known === revision) return { revision, board: null }
  const key = `${person.userId} ${revision}`
  const known = madeBoards(db).get(key)
  const made = known ?? (await makeBoard(call, clients))
  if (!known) madeBoards(db).set(key, made, made.rows.length + 1)
  return { revision, board: choose(made, query) }
}

type Filters = Input<typeof contract.getBoard>['query']

const choose = ({ rows, clients, labels, isCut }: MadeBoard, query: Filters): Board => {
  const { clients: ids, person, network, risk, label } = query
  const wanted = rows.filter(
    row =>
      (ids === undefined || ids.includes(row.project_id)) &&
      (person === undefined || row.acts.some(({ id }) => id === person)) &&
      (network === undefined || row.social_network === network) &&
      (label === undefined || row.labels.includes(label)),
  )
  const count = (of: BoardRow['risk']) => wanted.filter(row => row.risk === of).length
  const shown = wanted.filter(row => risk === undefined || row.risk === risk)
  const people = new Map(rows.flatMap(({ acts }) => acts.map(({ id, name }) => [id, name] as const)))
  return {
    counts: { red: count('red'), amber: count('amber'), green: count('green') },
    clients,
    people: [...people].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
    labels,
    rows: shown.slice(0, BOARD_ROWS),
    has_more: isCut || shown.length > BOARD_ROWS,
  }
}

import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { FoundProject } from '#domain/projects/model.ts'
import type * as contract from '#domain/publishing/board-contract.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { BOARD_ROWS } from '#domain/publishing/board-contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { findBoardClients } from './board-clients.ts'
import { boardRange } from './board-range.ts'
import { readClientRevisions } from './board-revision.ts'
import { boardOf, clientsOf, type MadeBoard, VERSIONS_MAX } from './board-rows.ts'
import { digestOfTexts, type KeptPart, readKeptClients } from './kept-clients.ts'

const nothing: MadeBoard = { clients: [], labels: [], rows: [], isCut: false }

export const getBoard = async (
  { query }: Input<typeof contract.getBoard>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.getBoard>> => {
  const { db, person, services, now } = call
  const clients = await findBoardClients(db, person, services.config.publicUrl)
  // Like the other lists over all projects, it is empty for a person who writes for no client.
  if (clients.length === 0) return { revision: '', board: choose(nothing, query) }
  const revisions = await readClientRevisions(db, {
    projectIds: clients.map(({ id }) => id),
    ...boardRange(now),
    now,
  })
  const byId = new Map(revisions.map(one => [one.id, one]))
  const wanted = clients.flatMap(client => {
    const own = byId.get(client.id)
    return own ? [{ ...client, ...own }] : []
  })
  const read = (withRows: boolean) => readKeptClients({ db, services, now }, wanted, { withRows })
  if (query.known !== undefined && query.known === revisionOf(clients, await read(false)))
    return { revision: query.known, board: null }
  const parts = await read(true)
  return {
    revision: revisionOf(clients, parts),
    board: choose(boardOf(clients, mergeRows(parts)), query),
  }
}

/** It stands for everything that the board shows, and stays while none of that changes. */
const revisionOf = (clients: readonly FoundProject[], parts: readonly KeptPart[]): string =>
  digestOfTexts([JSON.stringify(clientsOf(clients)), ...parts.map(({ digest }) => digest)])

/** In any order: only what an answer shows is put in order. */
const mergeRows = (parts: readonly KeptPart[]): Pick<MadeBoard, 'rows' | 'isCut'> => {
  const rows = parts.flatMap(part => part.rows ?? [])
  if (rows.length > VERSIONS_MAX) return { rows: earliest(rows, VERSIONS_MAX), isCut: true }
  return { rows, isCut: parts.some(part => part.isCut) }
}

/** As much of an instant as names its hour. */
const HOUR = '2026-06-01T08'.length

/** The first of these rows, in the order of `listPlannedVersions`: hour by hour, so that not all of them are compared. */
const earliest = (rows: readonly BoardRow[], most: number): BoardRow[] => {
  const byHour = Map.groupBy(rows, ({ datetime }) => datetime.slice(0, HOUR))
  const first: BoardRow[] = []
  for (const [, own] of [...byHour].toSorted(([a], [b]) => compareTexts(a, b))) {
    if (first.length >= most) break
    first.push(...own.toSorted(inOrder))
  }
  return first.slice(0, most)
}

const inOrder = (a: BoardRow, b: BoardRow): number =>
  compareTexts(a.datetime, b.datetime) || a.post_id - b.post_id || a.post_social_id - b.post_social_id

/** Instants as texts of one form, which sort as they are. */
const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
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
  const counts = { red: 0, amber: 0, green: 0 }
  for (const row of wanted) counts[row.risk]++
  const shown = risk === undefined ? wanted : wanted.filter(row => row.risk === risk)
  const people = new Map<number, string>()
  for (const { acts } of rows) for (const { id, name } of acts) people.set(id, name)
  return {
    counts,
    clients,
    people: [...people]
      .map(([id, name]) => ({ id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
    labels,
    rows: earliest(shown, BOARD_ROWS),
    has_more: isCut || shown.length > BOARD_ROWS,
  }
}

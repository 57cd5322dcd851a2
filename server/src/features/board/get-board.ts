import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { localOf } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import type { FoundProject } from '#domain/projects/model.ts'
import type * as contract from '#domain/publishing/board-contract.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { BOARD_CLIENTS, BOARD_DAYS, BOARD_DAYS_BACK, BOARD_ROWS } from '#domain/publishing/board-contract.ts'
import { type FailureReason, failureReasons } from '#domain/publishing/status.ts'
import { findOwnProjects } from '#server/features/projects/own-projects.ts'
import {
  listPlannedVersions,
  readOutlooks,
  type VersionOutlook,
} from '#server/features/publishing/outlooks.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { RecentValues } from '#server/platform/recent-values.ts'
import { type Acting, readActing } from './board-people.ts'
import { readBoardRevision } from './board-revision.ts'

const DAY = 24 * 3_600_000
/** In characters: as much as a line of the board shows. */
const TEXT_MAX = 140
/** How many versions are looked at; the board says when there are more. */
const VERSIONS_MAX = 10_000

/** All lines of a board, which its filters choose from. */
type Made = Pick<Board, 'clients' | 'labels'> & {
  readonly rows: readonly BoardRow[]
  readonly isCut: boolean
}

const nothing: Made = { clients: [], labels: [], rows: [], isCut: false }

/** In rows of boards: those of the last minute or two, from which filters choose. */
const ROWS_MAX = 40_000
/** By person and revision. */
const madeBoards = oncePer((_db: Db) => new RecentValues<Made>(ROWS_MAX))

export const getBoard = async (
  { query }: Input<typeof contract.getBoard>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.getBoard>> => {
  const { db, person, services, now } = call
  const own = await findOwnProjects(db, person, services.config.publicUrl, { limit: BOARD_CLIENTS })
  const clients = own.filter(project => can(project, 'board.see'))
  // As the other lists over all projects: whoever writes for nobody has an empty one.
  if (clients.length === 0) return { revision: '', board: choose(nothing, query) }
  const days = daysAround(now)
  const projectIds = clients.map(({ id }) => id)
  const revision = await readBoardRevision(db, { projectIds, ...days, now })
  if (query.known === revision) return { revision, board: null }
  const key = `${person.userId} ${revision}`
  const known = madeBoards(db).get(key)
  const made = known ?? (await make(call, clients))
  if (!known) madeBoards(db).set(key, made, made.rows.length + 1)
  return { revision, board: choose(made, query) }
}

const daysAround = (now: Date) => ({
  from: new Date(now.getTime() - BOARD_DAYS_BACK * DAY),
  until: new Date(now.getTime() + BOARD_DAYS * DAY),
})

const make = async (
  { db, services, now }: SignedInPoolCall,
  projects: readonly FoundProject[],
): Promise<Made> => {
  const projectIds = projects.map(({ id }) => id)
  const range = { ...daysAround(now), limit: VERSIONS_MAX + 1 }
  const found = await listPlannedVersions(db, projectIds, range)
  const versions = found.slice(0, VERSIONS_MAX)
  const outlooks = await readOutlooks(services, db, { versions, now })
  const acting = await readActing(db, outlooks)
  const labelsOf = await readLabels(db, projects)
  const rows = outlooks.flatMap((one, index) => toRow(one, acting[index], labelsOf(one.version)) ?? [])
  return {
    clients: projects.map(({ id, name, agency_name, logo_image_link: logo, timezone, role }) => ({
      id,
      name,
      agency_name,
      logo,
      timezone,
      role,
    })),
    labels: [...new Set(rows.flatMap(({ labels }) => labels))].toSorted(),
    rows,
    isCut: found.length > VERSIONS_MAX,
  }
}

/** The labels of the days of each client, by the client's own days. */
const readLabels = async (db: Db, projects: readonly FoundProject[]) => {
  const rows = await db
    .selectFrom('day_labels')
    .select(['project_id', 'text', 'start_at', 'end_at'])
    .where(
      'project_id',
      'in',
      projects.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .execute()
  const labels = Map.groupBy(rows, row => row.project_id)
  const zones = new Map(projects.map(({ id, timezone }) => [id, timezone]))
  return ({ project_id: id, datetime }: VersionOutlook['version']): string[] => {
    const [own, zone] = [labels.get(id), zones.get(id)]
    if (!own || !zone || !datetime) return []
    const { date } = localOf(datetime, zone)
    return own.filter(({ start_at, end_at }) => start_at <= date && date <= end_at).map(({ text }) => text)
  }
}

const isKnownFailure = (reason: string | null): reason is FailureReason =>
  reason !== null && reason in failureReasons

const toRow = (
  { version, outlook }: VersionOutlook,
  acting: Acting | undefined,
  labels: string[],
): BoardRow | null => {
  const { id, post_id, project_id, social_network, status, datetime, message, failure_reason } = version
  if (datetime === null) return null
  return {
    post_social_id: id,
    post_id,
    project_id,
    social_network,
    status,
    datetime: datetime.toISOString(),
    text: message.slice(0, TEXT_MAX).toWellFormed(),
    risk: outlook.risk,
    reasons: outlook.reasons.map(reason => ({ ...reason, until: reason.until?.toISOString() ?? null })),
    acts: acting?.acts ?? [],
    since: acting?.since ?? null,
    failure_reason: status === 'publishing_failed' && isKnownFailure(failure_reason) ? failure_reason : null,
    labels,
  }
}

type Filters = Input<typeof contract.getBoard>['query']

const choose = ({ rows, clients, labels, isCut }: Made, query: Filters): Board => {
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

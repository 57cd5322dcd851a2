import { localOf } from '#domain/kernel/time.ts'
import type { FoundProject } from '#domain/projects/model.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { type FailureReason, failureReasons } from '#domain/publishing/status.ts'
import {
  listPlannedVersions,
  readOutlooks,
  type VersionOutlook,
} from '#server/features/publishing/outlooks.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { type Acting, readActing } from './board-people.ts'
import { boardRange } from './board-range.ts'

/** In characters: as much as a line of the board shows. */
const TEXT_MAX = 140
/** How many versions are looked at; the board says when there are more. */
export const VERSIONS_MAX = 10_000

/** All lines of a board, which its filters choose from. */
export type MadeBoard = Pick<Board, 'clients' | 'labels'> & {
  readonly rows: readonly BoardRow[]
  readonly isCut: boolean
}

export type Making = {
  readonly db: Reader
  readonly services: Pick<Services, 'config'>
  readonly now: Date
}

/** What of a client is needed to make its rows: they are the same for everybody who sees them. */
export type BoardClient = Pick<FoundProject, 'id' | 'timezone'>

/** Rows, the earliest first; `changesAt`: when the clock alone may change the row next. */
export type MadeRows = {
  readonly rows: readonly { readonly row: BoardRow; readonly changesAt: Date | null }[]
  readonly isCut: boolean
}

/** The rows of these clients. */
export const makeRows = async (
  { db, services, now }: Making,
  clients: readonly BoardClient[],
): Promise<MadeRows> => {
  const range = { ...boardRange(now), limit: VERSIONS_MAX + 1 }
  const projectIds = clients.map(({ id }) => id)
  const found = await listPlannedVersions(db, projectIds, range)
  const versions = found.slice(0, VERSIONS_MAX)
  const outlooks = await readOutlooks(services, db, { versions, now })
  const acting = await readActing(db, outlooks)
  const labelsOf = await readLabels(db, clients)
  const rows = outlooks.flatMap((one, index) => {
    const row = toRow(one, acting[index], labelsOf(one.version))
    return row ? [{ row, changesAt: one.changesAt }] : []
  })
  return { rows, isCut: found.length > VERSIONS_MAX }
}

/** The board of these clients, before anything is filtered. */
export const makeBoard = async (making: Making, projects: readonly FoundProject[]): Promise<MadeBoard> => {
  const { rows, isCut } = await makeRows(making, projects)
  return boardOf(projects, { rows: rows.map(({ row }) => row), isCut })
}

/** The board that has these rows. */
export const boardOf = (
  projects: readonly FoundProject[],
  { rows, isCut }: Pick<MadeBoard, 'rows' | 'isCut'>,
): MadeBoard => ({
  clients: clientsOf(projects),
  labels: [...new Set(rows.flatMap(({ labels }) => labels))].toSorted(),
  rows,
  isCut,
})

/** What the board says of its clients. */
export const clientsOf = (projects: readonly FoundProject[]): Board['clients'] =>
  projects.map(({ id, name, agency_name, logo_image_link: logo, timezone, role }) => ({
    id,
    name,
    agency_name,
    logo,
    timezone,
    role,
  }))

/** The labels of the days of each client, by the client's own days. */
const readLabels = async (db: Reader, projects: readonly BoardClient[]) => {
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

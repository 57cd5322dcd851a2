import { addDays } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import type { ApprovalFacts } from '#domain/reports/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { readDecisions, sideOf } from './decisions.ts'
import { periodOf } from './periods.ts'
import { LISTED, listComing, listNotOut } from './planned.ts'

/** What comes next is a month, whatever the period. */
const COMING_DAYS = 31

type About = {
  readonly from: LocalDate
  readonly to: LocalDate
  /** Which versions are listed; undefined: all. The times of approvals are of all networks. */
  readonly networks?: readonly SocialNetwork[]
  /** Whether a client is to read it. */
  readonly isForClient?: boolean
}
type Planned = Awaited<ReturnType<typeof listComing>>[number]
type NotOut = Awaited<ReturnType<typeof listNotOut>>[number]

/** How approvals went, what did not go out and what comes next. */
export const readApprovalFacts = async (
  db: Reader,
  { projectId, timezone }: ProjectScope,
  { from, to, networks, isForClient = false }: About,
  now: Date,
): Promise<ApprovalFacts> => {
  const period = periodOf({ from, to }, timezone)
  const next = periodOf({ from: addDays(to, 1), to: addDays(to, COMING_DAYS) }, timezone)
  const isAbout = ({ social_network }: Planned) => networks?.includes(social_network) ?? true
  const decided = await readDecisions(db, [projectId], period)
  const missed = (await listNotOut(db, [projectId], period, now)).filter(isAbout)
  const notOut = isForClient ? forClient(missed) : missed
  const coming = (await listComing(db, projectId, next)).filter(isAbout)
  return {
    client: sideOf(decided, projectId, 'external'),
    agency: sideOf(decided, projectId, 'internal'),
    not_out: notOut.slice(0, LISTED).map(row => ({ ...plannedOf(row), reason: row.reason })),
    coming: coming.slice(0, LISTED).map(plannedOf),
  }
}

/** Clients read nothing of drafts, and no text that has not reached them (docs/product/reports.md "What did not go out"). */
const forClient = (rows: readonly NotOut[]): NotOut[] =>
  rows
    .filter(({ reason }) => reason !== 'unfinished')
    .map(row => (isVisibleTo(row, 'external-approver') ? row : { ...row, message: '' }))

const plannedOf = ({ scheduled_at, post_id, ...row }: Planned) => ({
  post_id,
  post_social_id: row.post_social_id,
  social_network: row.social_network,
  message: row.message,
  scheduled_at: scheduled_at.toISOString(),
})

import { sql } from 'kysely'
import { awaitedIn } from '#domain/approvals/awaited-approvers.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { readChosen } from '#server/features/approvals/deadlines/deadlines.ts'
import type { AwaitedVersion } from '#server/features/approvals/deadlines/remind-people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { type Member, readPeople } from './board-people.ts'
import { readUnsentVersions } from './unsent-versions.ts'

type Range = { readonly from: Date; readonly until: Date }
type OpenVersion = AwaitedVersion['social'] & {
  readonly master: string | null
  readonly approval_id: number
  readonly round: ApprovalType
  readonly opened_at: Date
}

/**
 * The versions of these projects that are due within the range and whose open round somebody has to decide. Left out: what is decided with
 * its master content (docs/product/approvals.md "Master content").
 */
const listOpenVersions = async (
  db: Reader,
  projectIds: readonly number[],
  { from, until }: Range,
): Promise<OpenVersion[]> => {
  const { rows } = await sql<OpenVersion>`${prepared}
    with planned as materialized (
      select p.id from posts p where p.project_id = any(${[...projectIds]}::bigint[]) and p.deleted_at is null
        and p.scheduled_at >= ${from} and p.scheduled_at < ${until}
    )
    select x.id, x.post_id, x.project_id, x.social_network, s.value as master, a.id as approval_id, a.type as round, a.opened_at
    from planned join post_socials x on x.post_id = planned.id
      join approvals a on a.post_social_id = x.id and a.status = 'open'
      left join project_settings s on s.project_id = x.project_id and s.name = 'post-master-content-social-network-id'
    order by x.post_id, x.id`.execute(db)
  const waiting = new Set(rows.map(({ post_id, social_network }) => `${post_id} ${social_network}`))
  return rows.filter(
    ({ post_id, social_network, master }) =>
      master === null || master === social_network || !waiting.has(`${post_id} ${master}`),
  )
}

export type WaitingVersions = {
  readonly versions: readonly AwaitedVersion[]
  /** The people of the projects. */
  readonly people: ReadonlyMap<number, readonly Member[]>
}

/** What waits for a decision, a correction or to be sent for approval, with the people whom it waits for. */
export const readWaitingVersions = async (
  db: Reader,
  projectIds: readonly number[],
  range: Range,
): Promise<WaitingVersions> => {
  const open = await listOpenVersions(db, projectIds, range)
  const people = await readPeople(db, projectIds)
  const chosen = await readChosen(
    db,
    open.map(({ approval_id }) => approval_id),
  )
  const versions = open.map(({ master: _decided, approval_id, round, opened_at: since, ...social }) => {
    const approvers = chosen.get(approval_id) ?? []
    const awaited = awaitedIn({ type: round, approvers }, people.get(social.project_id) ?? [])
    return { social, task: 'decide' as const, round, since, awaited: awaited.map(({ id }) => id) }
  })
  return { versions: [...versions, ...(await readUnsentVersions(db, projectIds, range, people))], people }
}

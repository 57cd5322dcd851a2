import { sql } from 'kysely'
import { awaitedIn } from '#domain/approvals/awaited-approvers.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import type { AwaitedVersion } from '#server/features/approvals/deadlines/remind-people.ts'
import { readRounds } from '#server/features/posts/rounds.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { type Member, readPeople } from './board-people.ts'

type Range = { readonly from: Date; readonly until: Date }
type OpenVersion = AwaitedVersion['social'] & { readonly master: string | null }

/**
 * The versions of these projects that are due within the range and whose open round somebody has to decide. Left out: what is decided with
 * its master content (docs/product/approvals.md "Master content").
 */
const listOpenVersions = async (
  db: Reader,
  projectIds: readonly number[],
  { from, until }: Range,
): Promise<OpenVersion[]> => {
  const { rows } = await sql<OpenVersion>`
    with planned as materialized (
      select p.id from posts p where p.project_id = any(${[...projectIds]}::bigint[]) and p.deleted_at is null
        and p.scheduled_at >= ${from} and p.scheduled_at < ${until}
    )
    select x.id, x.post_id, x.project_id, x.social_network, s.value as master
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

/** What waits for a decision, with the people whom it waits for. */
export const readWaitingVersions = async (
  db: Reader,
  projectIds: readonly number[],
  range: Range,
): Promise<WaitingVersions> => {
  const open = await listOpenVersions(db, projectIds, range)
  const people = await readPeople(db, projectIds)
  const rounds = await readRounds(
    db,
    open.map(({ id }) => id),
  )
  const versions = open.flatMap(({ master, ...social }) => {
    const round = openRound(rounds.get(social.id) ?? [])
    if (!round) return []
    const awaited = awaitedIn(round, people.get(social.project_id) ?? []).map(({ id }) => id)
    return { social, round: round.type, openedAt: new Date(round.opened_at), awaited }
  })
  return { versions, people }
}

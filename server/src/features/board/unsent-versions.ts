import { sql } from 'kysely'
import { type PostSocialStatus, sentBackStatuses } from '#domain/posts/status.ts'
import type { AwaitedVersion } from '#server/features/approvals/deadlines/remind-people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { type Member, makersOf } from './board-people.ts'
import type { boardRange } from './board-range.ts'

type UnsentVersion = AwaitedVersion['social'] & {
  readonly author: number | null
  readonly status: PostSocialStatus
  readonly sent_back_at: Date | null
}

/**
 * The versions of these projects that are due within the range and were sent back, or are drafts that nobody has sent for approval. Of a
 * post of which a version was sent back, the drafts wait for the same correction. Where one version decides for all of a post, that one is
 * looked at (docs/product/approvals.md "Master content").
 */
const listUnsentVersions = async (
  db: Reader,
  projectIds: readonly number[],
  { from, until }: ReturnType<typeof boardRange>,
): Promise<UnsentVersion[]> => {
  const { rows } = await sql<UnsentVersion>`
    with planned as materialized (
      select p.id, p.created_by from posts p where p.project_id = any(${[...projectIds]}::bigint[]) and p.deleted_at is null
        and p.scheduled_at >= ${from} and p.scheduled_at < ${until}
    )
    select x.id, x.post_id, x.project_id, x.social_network, x.status, planned.created_by as author,
      (select max(c.created_at) from approval_actions c where c.post_social_id = x.id
        and x.status <> 'draft' and c.type in ('revision_requested', 'unapproved')) as sent_back_at
    from planned join post_socials x on x.post_id = planned.id
      left join project_settings s on s.project_id = x.project_id and s.name = 'post-master-content-social-network-id'
    where x.status = any(${['draft', ...sentBackStatuses]})
      and (s.value is null or s.value = x.social_network or not exists (
        select 1 from post_socials m where m.post_id = x.post_id and m.social_network = s.value))
    order by x.post_id, x.id`.execute(db)
  const sentBack = new Set(rows.flatMap(({ status, post_id }) => (status === 'draft' ? [] : post_id)))
  return rows.filter(({ status, post_id }) => status !== 'draft' || !sentBack.has(post_id))
}

/** What waits to be corrected or to be sent for approval, with those who make it. */
export const readUnsentVersions = async (
  db: Reader,
  projectIds: readonly number[],
  range: ReturnType<typeof boardRange>,
  people: ReadonlyMap<number, readonly Member[]>,
): Promise<AwaitedVersion[]> => {
  const found = await listUnsentVersions(db, projectIds, range)
  return found.map(({ author, status, sent_back_at: since, ...social }) => ({
    social,
    task: status === 'draft' ? 'send' : 'correct',
    round: null,
    since,
    awaited: makersOf(people.get(social.project_id) ?? [], author).map(({ id }) => id),
  }))
}

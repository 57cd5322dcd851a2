import { sql } from 'kysely'
import { type ApprovalType, type PostSocialStatus, sentBackStatuses } from '#domain/posts/status.ts'
import type { AwaitedVersion } from '#server/features/approvals/deadlines/remind-people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { boardRange } from './board-range.ts'

type Round = { readonly approval_id: number; readonly round: ApprovalType; readonly opened_at: Date }
type NoRound = { readonly approval_id: null }

type Version = {
  readonly social: AwaitedVersion['social']
  readonly status: PostSocialStatus
  readonly author: number | null
  /** The network whose version decides for the whole post, if there is one (docs/product/approvals.md "Master content"). */
  readonly master: string | null
  readonly has_master: boolean
  readonly sent_back_at: Date | null
}

/** A version with its open round. */
export type OpenVersion = Version & Round
/** A version, with its open round if it has one. */
export type PlannedVersion = Version & (Round | NoRound)

/**
 * The versions of these projects that are due within the range and have an open round, were sent back or are drafts. In one statement: what
 * is sent for approval, or back, meanwhile is in it once.
 */
export const listPlannedVersions = async (
  db: Reader,
  projectIds: readonly number[],
  { from, until }: ReturnType<typeof boardRange>,
): Promise<readonly PlannedVersion[]> => {
  const { rows } = await sql<PlannedVersion>`${prepared}
    with planned as materialized (
      select p.id, p.created_by from posts p where p.project_id = any(${[...projectIds]}::bigint[]) and p.deleted_at is null
        and p.scheduled_at >= ${from} and p.scheduled_at < ${until}
    )
    select jsonb_build_object('id', x.id, 'post_id', x.post_id, 'project_id', x.project_id, 'social_network', x.social_network) as social,
      x.status, planned.created_by as author, s.value as master, a.id as approval_id, a.type as round, a.opened_at,
      exists (select 1 from post_socials m where m.post_id = x.post_id and m.social_network = s.value) as has_master,
      case when a.id is null and x.status <> 'draft' then (select max(c.created_at) from approval_actions c
        where c.post_social_id = x.id and c.type in ('revision_requested', 'unapproved')) end as sent_back_at
    from planned join post_socials x on x.post_id = planned.id
      left join approvals a on a.post_social_id = x.id and a.status = 'open'
      left join project_settings s on s.project_id = x.project_id and s.name = 'post-master-content-social-network-id'
    where a.id is not null or x.status = any(${['draft', ...sentBackStatuses]}::text[])
    order by x.post_id, x.id`.execute(db)
  return rows
}

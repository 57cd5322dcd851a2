import { sql } from 'kysely'
import {
  ACTIVITY_PAGE,
  type ActivityType,
  isActionType,
  kindOf,
  shownTypes,
} from '#domain/approvals/activity.ts'
import { isAuthorShownToClients } from '#domain/approvals/authors.ts'
import type * as contract from '#domain/approvals/conversation-contract.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { changedWords, type VersionEdit } from '#domain/posts/edits.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

type Time = NonNullable<NonNullable<contract.Activity['schedule']>['after']>

type ActivityRow = {
  /** An event, an entry of the approval history, or an edit. */
  source: 0 | 1 | 2
  id: number
  at_us: number
  created_at: Date
  type: ActivityType
  detail: Partial<Time> & {
    readonly social_network?: SocialNetwork | null
    readonly round?: ApprovalType
    readonly message?: string | null
    readonly restored_from?: string | null
    readonly is_by_link?: boolean
    readonly is_by_proposal?: boolean
    readonly link_copied_by?: string | null
  }
  before: Partial<Time> | null
  /** What an edit changed, by version. */
  edits: VersionEdit[] | null
  author: { id: number; name: string; avatar_key: string | null } | null
}

/**
 * From the events that every change writes anyway, the history of approvals, and the edits. The time before a change of the schedule is
 * in its event, or for older ones that of the event before it (decisions 54 and 61).
 */
export const listActivities = async (
  { params, query }: Input<typeof contract.listActivities>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listActivities>> => {
  const { db, scope, services } = call
  const post = await answerPost(db, call, params.postId, call.now)
  if (isFailure(post)) return post
  const seesInternal = maySeeRound(scope, 'internal')
  const rows = await readActivities(call, {
    postId: post.id,
    // Nothing of a version that the caller does not see.
    socialIds: post.post_socials.map(({ id }) => id),
    types: shownTypes(query.kind, { seesInternal }),
    seesInternal,
    after: query.after,
  })
  const people = seesInternal ? [] : await listPeople(db, scope, services.config.publicUrl)
  const roleOf = (id: number) => people.find(person => person.id === id)?.role ?? null
  const isNamed = ({ type, author }: ActivityRow) =>
    seesInternal || (author !== null && isActionType(type) && isAuthorShownToClients(type, roleOf(author.id)))
  const page = rows.slice(0, ACTIVITY_PAGE)
  const last = page.at(-1)
  return {
    activities: page.map(row => toActivity(row, isNamed(row), services.config.publicUrl)),
    next: rows.length > page.length && last ? `${last.at_us}_${last.source}_${last.id}` : null,
  }
}

type Wanted = {
  readonly postId: number
  readonly socialIds: readonly number[]
  readonly types: readonly ActivityType[]
  readonly seesInternal: boolean
  readonly after: string | undefined
}

/** As `withoutUnseenRestores`: a client who was never told of a change is not told that it was taken back. */
const changedBeforeRestore = sql`(
  select c.type from approval_actions c where c.post_social_id = a.post_social_id and c.round = 'external' and c.id < a.id
    and c.type in ('content_changed', 'approval_restored') order by c.id desc limit 1) = 'content_changed'`

/** One more than a page, newest first. */
const readActivities = async ({ db }: ScopedPoolCall, wanted: Wanted): Promise<ActivityRow[]> => {
  const { postId, socialIds, types, seesInternal, after } = wanted
  const [us, source, id] = after?.split('_').map(Number) ?? []
  const isBefore =
    us === undefined
      ? sql`true`
      : sql`(r.at_us, r.source, r.id) < (${us}::bigint, ${source}::int, ${id}::bigint)`
  const { rows } = await sql<ActivityRow>`
    with found as (
      select 0 as source, id, actor_id, created_at, type, detail,
        coalesce(detail->'before', case when type like 'schedule.%' then lag(detail)
          over (partition by type like 'schedule.%' order by id) end) as before
      from events
      where post_id = ${postId} and type <> 'post.saved' and (${seesInternal} or post_social_id = any(${socialIds}))
      union all
      select 1, a.id, a.created_by, a.created_at, a.type,
        jsonb_build_object('round', a.round, 'message', a.message, 'social_network', s.social_network,
          'is_by_link', a.is_by_link, 'is_by_proposal', a.is_by_proposal, 'link_copied_by',
          (select trim(u.name || ' ' || u.last_name) from users u where u.id = a.link_copied_by)), null
      from approval_actions a join post_socials s on s.id = a.post_social_id
      where a.post_social_id = any(${socialIds}) and (${seesInternal}
        or a.round = 'external' and (a.type <> 'approval_restored' or ${changedBeforeRestore}))
      union all
      select 2, id, edited_by, saved_at, 'post.saved', jsonb_build_object('restored_from', restored_from), null
      from post_edits where post_id = ${postId}
    ), r as (
      select found.*, (extract(epoch from created_at) * 1000000)::bigint as at_us from found
      where type = any(${types})
    )
    select r.*,
      case when u.id is null then null else json_build_object(
        'id', u.id, 'name', trim(u.name || ' ' || u.last_name), 'avatar_key', u.avatar_key) end as author,
      case when r.source = 2 then (
        select json_agg(to_jsonb(v) - array['edit_id', 'post_social_id', 'digest_before', 'digest_after'] order by v.social_network)
        from post_edit_versions v where v.edit_id = r.id) end as edits
    from r left join users u on u.id = r.actor_id
    where ${isBefore}
    order by r.at_us desc, r.source desc, r.id desc
    limit ${ACTIVITY_PAGE + 1}`.execute(db)
  return rows
}

const toActivity = (row: ActivityRow, isNamed: boolean, publicUrl: string): contract.Activity => ({
  id: `${row.source}-${row.id}`,
  kind: kindOf(row.type),
  type: row.type,
  round: row.detail.round ?? null,
  social_network: row.detail.social_network ?? null,
  created_at: row.created_at.toISOString(),
  ...(row.detail.is_by_link && { is_by_link: true }),
  ...(row.detail.is_by_proposal && { is_by_proposal: true }),
  ...(row.detail.link_copied_by && { link_copied_by: row.detail.link_copied_by }),
  created_by_user:
    isNamed && row.author
      ? {
          id: row.author.id,
          name: row.author.name,
          avatar_image_link: pictureUrl(publicUrl, row.author.avatar_key, 'small'),
        }
      : null,
  message: row.detail.message ?? null,
  changes: toChanges(row.edits ?? []),
  ...(row.detail.restored_from ? { restored_from: new Date(row.detail.restored_from).toISOString() } : {}),
  schedule: row.type.startsWith('schedule.')
    ? { before: toTime(row.before), after: row.type === 'schedule.deleted' ? null : toTime(row.detail) }
    : null,
})

const toTime = (detail: Partial<Time> | null): Time | null =>
  detail?.date && detail.time
    ? {
        date: detail.date,
        time: detail.time,
        is_autoposting: detail.is_autoposting === true,
        timezone: detail.timezone ?? null,
      }
    : null

/** What an edit changed, once where it is the same in several versions: shared content is in all of them. */
const toChanges = (edits: readonly VersionEdit[]): contract.Activity['changes'] => {
  const alike = Map.groupBy(edits, ({ social_network: _, ...change }) => JSON.stringify(change))
  return [...alike.values()].flatMap(([first, ...others]) =>
    first
      ? [
          toChange(
            first,
            [first, ...others].map(edit => edit.social_network),
          ),
        ]
      : [],
  )
}

const toChange = (
  edit: VersionEdit,
  social_networks: SocialNetwork[],
): contract.Activity['changes'][number] => ({
  social_networks,
  parts: [...edit.parts],
  text: toChangedText(edit.message_before, edit.message_after),
  first_comment: toChangedText(edit.first_comment_before, edit.first_comment_after),
  media:
    edit.media_before === null || edit.media_after === null
      ? null
      : { before: edit.media_before, after: edit.media_after },
})

const toChangedText = (before: string | null, after: string | null) =>
  before === null || after === null ? null : changedWords(before, after)

import { sql } from 'kysely'
import {
  ACTIVITY_PAGE,
  type ActivityType,
  EDIT_PAUSE_MINUTES,
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
import type { ApprovalType } from '#domain/posts/status.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

type Time = { readonly date: string; readonly time: string; readonly is_autoposting: boolean }
type Change = contract.Activity['changes'][number]

type ActivityRow = {
  source: 0 | 1
  id: number
  at_us: number
  created_at: Date
  type: ActivityType
  detail: Partial<Time> & {
    readonly social_network?: SocialNetwork | null
    readonly round?: ApprovalType
    readonly message?: string | null
  }
  before: Partial<Time> | null
  changes: Change[][] | null
  author: { id: number; name: string; avatar_key: string | null } | null
}

/**
 * From the events that every change writes anyway, and the history of approvals. Saves of one person in a row are one entry, and the time
 * before a change of the schedule is that of the event before it, so nothing is written for the activity alone (decision 54).
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

/** One more than a page, newest first. */
const readActivities = async ({ db }: ScopedPoolCall, wanted: Wanted): Promise<ActivityRow[]> => {
  const { postId, socialIds, types, seesInternal, after } = wanted
  const [us, source, id] = after?.split('_').map(Number) ?? []
  const isBefore =
    us === undefined
      ? sql`true`
      : sql`(r.at_us, r.source, r.id) < (${us}::bigint, ${source}::int, ${id}::bigint)`
  const { rows } = await sql<ActivityRow>`
    with own as (
      select e.*, lag(e.detail) over (partition by e.type like 'schedule.%' order by e.id) as previous,
        case when lag(e.actor_id) over saves is not distinct from e.actor_id
          and e.created_at - lag(e.created_at) over saves < make_interval(mins => ${EDIT_PAUSE_MINUTES})
          then 0 else 1 end as starts
      from events e
      where e.post_id = ${postId} and (e.type <> 'post.saved' or jsonb_array_length(e.detail->'changes') > 0)
      window saves as (partition by e.type = 'post.saved' order by e.id)
    ), edits as (
      select own.*, sum(starts) over (order by id) as session from own where type = 'post.saved'
    ), found as (
      select 0 as source, max(id) as id, actor_id, max(created_at) as created_at, 'post.saved' as type,
        '{}'::jsonb as detail, null::jsonb as before, jsonb_agg(detail->'changes' order by id) as changes
      from edits group by session, actor_id
      union all
      select 0, id, actor_id, created_at, type, detail, case when type like 'schedule.%' then previous end, null
      from own
      where type <> 'post.saved' and (${seesInternal} or post_social_id = any(${socialIds}))
      union all
      select 1, a.id, a.created_by, a.created_at, a.type,
        jsonb_build_object('round', a.round, 'message', a.message, 'social_network', s.social_network), null, null
      from approval_actions a join post_socials s on s.id = a.post_social_id
      where a.post_social_id = any(${socialIds}) and (${seesInternal} or a.round = 'external')
    ), r as (
      select found.*, (extract(epoch from created_at) * 1000000)::bigint as at_us from found
      where type = any(${types})
    )
    select r.*, case when u.id is null then null else json_build_object(
      'id', u.id, 'name', trim(u.name || ' ' || u.last_name), 'avatar_key', u.avatar_key) end as author
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
  created_by_user:
    isNamed && row.author
      ? {
          id: row.author.id,
          name: row.author.name,
          avatar_image_link: pictureUrl(publicUrl, row.author.avatar_key, 'small'),
        }
      : null,
  message: row.detail.message ?? null,
  changes: mergeChanges(row.changes ?? []),
  schedule: row.type.startsWith('schedule.')
    ? { before: toTime(row.before), after: row.type === 'schedule.deleted' ? null : toTime(row.detail) }
    : null,
})

const toTime = (detail: Partial<Time> | null): Time | null =>
  detail?.date && detail.time
    ? { date: detail.date, time: detail.time, is_autoposting: detail.is_autoposting === true }
    : null

/** All parts that the saves of one entry changed, each once, by network. */
const mergeChanges = (saves: readonly Change[][]): Change[] => {
  const byNetwork = new Map<SocialNetwork, Set<string>>()
  for (const { social_network, parts } of saves.flat())
    byNetwork.set(social_network, new Set([...(byNetwork.get(social_network) ?? []), ...parts]))
  return [...byNetwork].map(([social_network, parts]) => ({ social_network, parts: [...parts] }))
}

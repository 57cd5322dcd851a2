import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ApprovalListName, ListOrder, ListPlace } from '#domain/approvals/list-place.ts'
import { hasRoundRole, mayAskForRevision, maySeeRound } from '#domain/approvals/rounds.ts'
import { isSocialNetwork } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { can, isAdmin } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import {
  type ApprovalType,
  approvalReading,
  approvalTypes,
  type PostSocialStatus,
  postSocialStatuses,
} from '#domain/posts/status.ts'
import { deadlineHoursOf } from '#domain/projects/deadline-hours.ts'
import { firstDeadline } from '#server/features/posts/first-deadline.ts'
import { audienceOf, isSeenBy } from '#server/features/posts/summaries.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/**
 * The rounds that wait for a person of this role: the external round for external approvers, the internal one for everyone else, and
 * both for admins, who may decide both (docs/product/approvals.md "Who decides").
 */
const pendingFor = (role: Role | null): PostSocialStatus[] => {
  if (role === 'external-approver') return ['pending_external_approval']
  const isForAdmin = role === 'agency-admin' || role === 'super-admin'
  return isForAdmin
    ? ['pending_internal_approval', 'pending_external_approval']
    : ['pending_internal_approval']
}

/**
 * What counts as approved for this role and is not live: for an internal approver also what the client still has to decide. Posts in
 * the caller's pending list are not repeated here (docs/product/approvals.md "Approval list").
 */
const approvedFor = (role: Role | null): PostSocialStatus[] =>
  postSocialStatuses.filter(status => {
    if (status === 'approved') return true
    const reading = approvalReading(status, role ?? 'content-creator')
    return reading === 'approved' && status !== 'live' && !pendingFor(role).includes(status)
  })

/** The statuses that put a post into a list of this role. */
export const statusesOf = (list: ApprovalListName, role: Role | null): PostSocialStatus[] =>
  list === 'pending' ? pendingFor(role) : approvedFor(role)

export type ListFilter = {
  readonly q?: string | undefined
  readonly social_network?: string | undefined
  readonly round?: ApprovalType | undefined
  readonly waitingFor?: Awaited | undefined
  readonly isLate?: boolean
  /** The id of a campaign. */
  readonly campaign?: number | undefined
  readonly order?: ListOrder | undefined
}

/** A person, and the kinds of rounds that wait for them where nobody was chosen. */
export type Awaited = { readonly userId: number; readonly types: readonly ApprovalType[] }

const waitingIn = { internal: 'pending_internal_approval', external: 'pending_external_approval' } as const

type Caller = Pick<ScopedPoolCall, 'db' | 'scope' | 'person' | 'now'>

/** A condition about one of the versions of post `p` that the caller sees; there it is `x`. */
const someVersion = ({ scope }: Caller, where: RawBuilder<unknown>): RawBuilder<SqlBool> => {
  const seen = isSeenBy(audienceOf(scope), 'x')
  return sql`exists (select 1 from post_socials x where x.post_id = p.id and ${seen} and ${where})`
}

const keysWhere = <K extends string>(names: Readonly<Record<K, string>>, word: string): K[] =>
  (Object.keys(names) as K[]).filter(key => names[key].toLowerCase().includes(word))

/** Whether a word is in a text of the post, the name of one of its networks or of its type, ignoring case. */
const holdsWord = (caller: Caller, word: string): RawBuilder<SqlBool> => sql`(
  p.type = any(${keysWhere(postTypeNames, word)}) or ${someVersion(
    caller,
    sql`(x.social_network = any(${keysWhere(networkNames, word)})
      or strpos(lower(x.message), ${word}) > 0 or strpos(lower(x.first_comment), ${word}) > 0)`,
  )})`

/** Those who were chosen for round `a`. */
const isChosen = sql`select 1 from approval_approvers c where c.approval_id = a.id and c.is_chosen`

/** Whether post `p` waits for a person: `isAwaited` in SQL. */
const waitsFor = (caller: Caller, { userId, types }: Awaited): RawBuilder<SqlBool> =>
  someVersion(
    caller,
    sql`exists (select 1 from approvals a where a.post_social_id = x.id and a.status = 'open'
      and a.type = any(${approvalTypes.filter(type => maySeeRound(caller.scope, type))})
      and (exists (${isChosen} and c.user_id = ${userId} and c.decided_at is null)
        or (a.type = any(${[...types]}) and not exists (${isChosen}))))`,
  )

const matches = (
  caller: Caller,
  { q, social_network, round, waitingFor, isLate, campaign }: ListFilter,
): RawBuilder<unknown> => {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const networks = (social_network ?? '').split(',').filter(isSocialNetwork)
  const conditions = [
    ...(round ? [someVersion(caller, sql`x.status = ${waitingIn[round]}`)] : []),
    ...(networks.length > 0 ? [someVersion(caller, sql`x.social_network = any(${networks})`)] : []),
    ...(waitingFor ? [waitsFor(caller, waitingFor)] : []),
    ...(campaign === undefined
      ? []
      : [
          sql`exists (select 1 from campaigns c where c.id = p.campaign_id and c.id = ${campaign} and c.deleted_at is null)`,
        ]),
    ...(isLate ? [sql`${deadline(caller)} <= ${caller.now}`] : []),
    ...words.map(word => holdsWord(caller, word)),
    sql`true`,
  ]
  return sql.join(conditions, sql` and `)
}

/** The first deadline that the caller sees of post `p`, at its schedule `s`; null where nothing is to be decided. */
const deadline = ({ scope }: Caller): RawBuilder<Date | null> =>
  firstDeadline({
    isSeen: isSeenBy(audienceOf(scope), 'x'),
    rounds: approvalTypes.filter(type => maySeeRound(scope, type)),
    hours: sql.val(deadlineHoursOf(scope.settings)),
  })

/**
 * The list as rows of `id` and `datetime`, the time that it is in the order of. It begins with the versions in one of its statuses, which stay few while the history grows, and
 * not with the schedules, of which the past has most; `materialized` and `limit 1` keep the planner from choosing otherwise (decision 38).
 */
const listed = (caller: Caller, list: ApprovalListName, filter: ListFilter): RawBuilder<unknown> => sql`
  with open as materialized (
    select distinct o.post_id from post_socials o
    where o.project_id = ${caller.scope.projectId} and o.status = any(${statusesOf(list, caller.scope.role)})
  ), listed as materialized (
    select p.id, p.type, ${filter.order === 'deadline' ? sql`coalesce(${deadline(caller)}, s.datetime)` : sql`s.datetime`} as datetime
    from open join posts p on p.id = open.post_id and p.deleted_at is null
      cross join lateral (
        select datetime from schedules where post_id = open.post_id and deleted_at is null limit 1) s
    where ${matches(caller, filter)}
  )`

const placeIn = ({ datetime, postId }: ListPlace): RawBuilder<unknown> =>
  sql`(${new Date(datetime)}::timestamptz, ${postId}::bigint)`

type Page = {
  readonly limit: number
  readonly after?: ListPlace
  readonly only?: readonly number[]
  /** Only what waits for the caller. */
  readonly isWaiting?: boolean
}

/** The ids of the posts of a page, in order. */
export const readPage = async (
  caller: Caller,
  list: ApprovalListName,
  filter: ListFilter,
  { limit, after, only, isWaiting }: Page,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`${listed(caller, list, filter)}
    select p.id from listed p
    where ${after ? sql`(p.datetime, p.id) > ${placeIn(after)}` : sql`true`}
      and ${only ? sql`p.id = any(${[...only]}::bigint[])` : sql`true`}
      and ${isWaiting ? awaitsCaller(caller, list) : sql`true`}
    order by p.datetime, p.id limit ${limit}`.execute(caller.db)
  return rows.map(({ id }) => id)
}

/**
 * Whether post `p` waits for the caller; in the approved list, whether they may unapprove it. The rules by which a post itself
 * offers it, in SQL; a test compares the two.
 */
const awaitsCaller = (caller: Caller, list: ApprovalListName): RawBuilder<SqlBool> => {
  const { scope, person } = caller
  if (list === 'approved') {
    if (!can(scope, 'post.moveToUnapprovalList')) return sql`false`
    const seen = approvalTypes.filter(type => maySeeRound(scope, type))
    return someVersion(
      caller,
      sql`x.status = 'approved' and ${notLed(caller)} and exists (select 1 from approvals a
        where a.post_social_id = x.id and a.status = 'approved' and a.type = any(${seen}) and not exists (
          select 1 from approvals later where later.post_social_id = x.id and later.type = a.type and later.id > a.id))`,
    )
  }
  const decided = approvalTypes.filter(type => hasRoundRole(scope, type) || mayAskForRevision(scope, type))
  const isTheirs = isAdmin(scope)
    ? sql`true`
    : sql`(not exists (${isChosen}) or exists (${isChosen} and c.user_id = ${person.userId}))`
  return someVersion(
    caller,
    sql`x.status <> 'requires_revision' and ${notLed(caller)} and exists (select 1 from approvals a
      where a.post_social_id = x.id and a.status = 'open' and a.type = any(${decided}) and ${isTheirs}
        and not exists (${isChosen} and c.user_id = ${person.userId} and c.decided_at is not null))`,
  )
}

/**
 * Whether it is the caller's turn. `own`: the kinds of rounds that wait for an admin where nobody was chosen; they may decide the others
 * too, but these do not wait for them.
 */
const isCallersTurn = (
  caller: Caller,
  list: ApprovalListName,
  own: readonly ApprovalType[],
): RawBuilder<SqlBool> => {
  const may = awaitsCaller(caller, list)
  if (list === 'approved' || !isAdmin(caller.scope)) return may
  return sql`(${may} and ${waitsFor(caller, { userId: caller.person.userId, types: own })})`
}

/** `isLedByMaster` in SQL, for version `x`: decisions about it are made on the master content, if the caller sees that. */
const notLed = ({ scope }: Caller): RawBuilder<SqlBool> => {
  const master = masterNetworkOf(scope)
  if (master === null) return sql`true`
  const seen = isSeenBy(audienceOf(scope), 'm')
  const isOpen = (social: string) =>
    sql`exists (select 1 from approvals r where r.post_social_id = ${sql.ref(social)} and r.status = 'open')`
  return sql`not exists (select 1 from post_socials m where m.post_id = x.post_id and m.social_network = ${master}
    and m.id <> x.id and ${seen} and (${isOpen('m.id')} or not ${isOpen('x.id')}))`
}

export type ListFacts = {
  total: number
  waiting: number
  late: number
  campaigns: { id: number; name: string }[]
  social_networks: string[]
  rounds: ApprovalType[]
  /** Who was chosen and has not approved, and the kinds of open rounds that nobody was chosen for. */
  chosen: number[]
  unchosen: ApprovalType[]
}

/** What a list holds, in one statement; `own` as for `isCallersTurn`. */
export const readFacts = async (
  caller: Caller,
  list: ApprovalListName,
  own: readonly ApprovalType[],
): Promise<ListFacts> => {
  const { scope } = caller
  const seen = approvalTypes.filter(type => maySeeRound(scope, type))
  const open = sql`from listed l join post_socials x on x.post_id = l.id and ${isSeenBy(audienceOf(scope), 'x')}
    join approvals a on a.post_social_id = x.id and a.status = 'open' and a.type = any(${seen})`
  const waitsIn = (round: ApprovalType) =>
    sql`case when bool_or(${someVersion(caller, sql`x.status = ${waitingIn[round]}`)}) then ${round} end`
  const { rows } = await sql<ListFacts>`${listed(caller, list, {})}
    select count(*)::int as total,
      (count(*) filter (where ${isCallersTurn(caller, list, own)}))::int as waiting,
      (select count(*)::int from listed l join posts p on p.id = l.id
        join schedules s on s.post_id = p.id and s.deleted_at is null where ${deadline(caller)} <= ${caller.now}) as late,
      array(select distinct c.user_id ${open} join approval_approvers c
        on c.approval_id = a.id and c.is_chosen and c.decided_at is null) as chosen,
      array(select distinct a.type ${open} where not exists (${isChosen})) as unchosen,
      array_remove(array[${waitsIn('internal')}, ${waitsIn('external')}], null) as rounds,
      coalesce((select array_agg(distinct x.social_network) from listed l join post_socials x on x.post_id = l.id
        where ${isSeenBy(audienceOf(caller.scope), 'x')}), '{}') as social_networks,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by lower(c.name), c.id) from campaigns c
        where c.deleted_at is null and c.id in (
          select o.campaign_id from listed l join posts o on o.id = l.id)), '[]') as campaigns
    from listed p`.execute(caller.db)
  const [facts] = rows
  if (!facts) throw new Error('an aggregate has one row')
  return facts
}

export type Neighbours = {
  readonly total: number
  readonly position: number | null
  readonly previous: number | null
  readonly next: number | null
  readonly following: number | null
}

type Place = {
  readonly at: ListPlace | null
  /** As for `isCallersTurn`. */
  readonly own: readonly ApprovalType[]
}

/** The ids beside a place; the list wraps around. The post at the place is none of its own neighbours. */
export const readNeighbours = async (
  caller: Caller,
  list: ApprovalListName,
  filter: ListFilter,
  { at, own }: Place,
): Promise<Neighbours> => {
  const place = at ? placeIn(at) : sql`('-infinity'::timestamptz, 0::bigint)`
  const first = (order: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`(select p.id from listed p where (p.datetime, p.id) <> ${place} and ${where} order by ${order} limit 1)`
  const forwards = sql`(p.datetime, p.id) < ${place}, p.datetime, p.id`
  const backwards = sql`(p.datetime, p.id) > ${place}, p.datetime desc, p.id desc`
  const { rows } = await sql<
    Neighbours & { isListed: boolean; before: number }
  >`${listed(caller, list, filter)}
    select (select count(*)::int from listed) as total,
      (select count(*)::int from listed p where (p.datetime, p.id) < ${place}) as before,
      exists (select 1 from listed p where (p.datetime, p.id) = ${place}) as "isListed",
      ${first(backwards, sql`true`)} as previous, ${first(forwards, sql`true`)} as next,
      ${first(forwards, isCallersTurn(caller, list, own))} as following`.execute(caller.db)
  const [found] = rows
  if (!found) throw new Error('a select without a table has one row')
  const { isListed, before, ...ids } = found
  return { ...ids, position: isListed ? before + 1 : null }
}

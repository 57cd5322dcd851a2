import { type RawBuilder, sql } from 'kysely'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { HeldPost, Hold } from '#domain/publishing/holds-contract.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { EventSocial } from '#server/platform/events/emit.ts'
import { isAskedAfter, isHeldFor, isPausedFor } from './engine/holds.ts'
import { wakePublishing } from './engine/wake.ts'

/** An agency, or null: the whole installation. */
type Where = number | null

const inAgency = (agencyId: Where) => sql`(${agencyId}::bigint is null or p.agency_id = ${agencyId})`

/** What was put aside, as `held`: publications that were looked up and are not on their network, and first comments. */
export const heldRows = sql`
  select id, 'post' as kind, due_at from publications where held_at is not null and status = 'queued'
  union all
  select publication_id, 'first_comment', since from publication_follow_ups
  where held_at is not null and comment = 'pending'`

/** The active holds that keep something back there, the latest first. */
export const listHolds = async (db: Reader, agencyId: Where): Promise<Hold[]> => {
  const { rows } = await sql<Omit<Hold, 'held_at' | 'lost_from'> & { held_at: Date; lost_from: Date | null }>`
    select h.id, h.scope, h.reason, h.held_at, h.lost_from,
      coalesce(a.name, pa.name) as agency_name, p.name as project_name,
      h.social_account_id, s.name as account_name, s.social_network, h.seen_posts, h.seen_address,
      case when s.id is not null then (select count(*)::int from (${heldRows}) held join publications u on u.id = held.id
        where u.social_account_id = s.id and u.lost_until is not null) end as waiting
    from publishing_holds h
    left join agencies a on a.id = h.agency_id
    left join social_accounts s on s.id = h.social_account_id
    left join projects p on p.id = h.project_id
    left join agencies pa on pa.id = p.agency_id
    where h.released_at is null and not ${isAskedAfter} and p.archived_at is null
      and (${agencyId}::bigint is null or h.scope = 'installation' or coalesce(h.agency_id, p.agency_id) = ${agencyId})
    order by h.held_at desc, h.id desc`.execute(db)
  return rows.map(row => ({
    ...row,
    held_at: row.held_at.toISOString(),
    lost_from: row.lost_from?.toISOString() ?? null,
  }))
}

const isPaused = isPausedFor({ due: sql`held.due_at`, waived: sql`u.hold_waived_at` })

/** What waits for a release, the earliest first. What a pause keeps back is in the list of missed posts instead. */
export const listHeldPosts = async (
  db: Reader,
  { agencyId, limit }: { readonly agencyId: Where; readonly limit: number },
): Promise<{ posts: HeldPost[]; count: number }> => {
  const { rows } = await sql<Omit<HeldPost, 'due_at'> & { due_at: Date; count: number }>`
    with held as (${heldRows})
    select u.id as publication_id, held.kind, s.post_id, u.project_id, p.name as project_name, u.social_network,
      left(case held.kind when 'post' then s.message else s.first_comment end, 140) as text, u.due_at,
      count(*) over ()::int as count
    from held join publications u on u.id = held.id
    join post_socials s on s.id = u.post_social_id
    join projects p on p.id = u.project_id
    where ${inAgency(agencyId)} and not ${isPaused}
    order by u.due_at, u.id limit ${limit}`.execute(db)
  return {
    posts: rows.map(({ count: _count, due_at, ...row }) => ({ ...row, due_at: due_at.toISOString() })),
    count: rows[0]?.count ?? 0,
  }
}

/** Whether a hold, and no pause, keeps publication `u` of project `p` back. */
const isHeld = isHeldFor({
  waived: sql`u.hold_waived_at`,
  account: sql`u.social_account_id`,
  lostUntil: sql`u.lost_until`,
})

/** How many posts and first comments of held projects are still being looked up: those that are not on their network wait afterwards. */
export const countLookedUp = async (db: Reader, agencyId: Where): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from publications u join projects p on p.id = u.project_id
    left join publication_follow_ups f on f.publication_id = u.id and f.comment = 'pending' and f.held_at is null
      and f.comment_sent_at is not null
    where ${inAgency(agencyId)} and ${isHeld}
      and (f.publication_id is not null or u.held_at is null and u.status in (${sql.join(openStatuses.map(status => sql.lit(status)))})
        and (u.look_up_first is not null or u.status = 'unknown'))`.execute(db)
  return rows[0]?.count ?? 0
}

type Release = { readonly by: number | null; readonly now: Date }

/**
 * Ends the holds of an agency and its projects, or all there are, and lets go what waited for them. What is released goes out however late
 * it is: the person who releases it has decided that. @returns how many holds ended, and how much was let go
 */
export const releaseHolds = async (
  tx: Tx,
  agencyId: Where,
  { by, now }: Release,
): Promise<{ holds: number; posts: number }> => {
  const ended = await sql`
    update publishing_holds h set released_at = ${now}, released_by = ${by}
    where h.released_at is null and not ${isAskedAfter} and (${agencyId}::bigint is null or h.agency_id = ${agencyId}
      or h.project_id in (select id from projects where agency_id = ${agencyId} and archived_at is null))`.execute(
    tx,
  )
  const posts = await letGo(tx, now)
  await wakePublishing(tx)
  return { holds: Number(ended.numAffectedRows ?? 0), posts }
}

/**
 * Ends the hold of one account, which the agency or, if null, the operator releases, and lets go what waited for it alone. Null: the account
 * is not held, or is not the agency's.
 */
export const releaseAccount = async (
  tx: Tx,
  { agencyId, accountId }: { readonly agencyId: Where; readonly accountId: number },
  { by, now }: Release,
): Promise<{ posts: number; projectName: string; network: SocialNetwork } | null> => {
  const { rows } = await sql<{ name: string; social_network: SocialNetwork }>`
    update publishing_holds h set released_at = ${now}, released_by = ${by}
    from social_accounts s join projects p on p.id = s.project_id
    where h.released_at is null and h.social_account_id = ${accountId} and s.id = h.social_account_id
      and p.archived_at is null and ${inAgency(agencyId)}
    returning p.name, s.social_network`.execute(tx)
  const [row] = rows
  if (!row) return null
  const posts = await letGo(tx, now)
  await wakePublishing(tx)
  return { posts, projectName: row.name, network: row.social_network }
}

/** Whatever waits where no hold is left. A statement after the one that ended the holds: it sees what was put aside before that. */
const letGo = async (tx: Tx, now: Date): Promise<number> => {
  const isFree = (due: RawBuilder<unknown>) => sql`exists (select from projects p where p.id = u.project_id
    and not ${isHeld}
    and not ${isPausedFor({ due, waived: sql`u.hold_waived_at` })})`
  const comments = await sql`
    update publication_follow_ups f set held_at = null, run_at = ${now}, since = ${now}
    from publications u where u.id = f.publication_id and f.held_at is not null and ${isFree(sql`f.since`)}`.execute(
    tx,
  )
  const posts = await sql`
    update publications u set held_at = null, run_at = ${now}, due_at = ${now}
    where u.held_at is not null and u.status = 'queued' and ${isFree(sql`u.due_at`)}`.execute(tx)
  return Number(posts.numAffectedRows ?? 0) + Number(comments.numAffectedRows ?? 0)
}

/** Only super-admins and the operator can release what an operator holds for the whole installation. */
export const mayRelease = async (db: Reader, { role }: { readonly role: Role }): Promise<boolean> =>
  role === 'super-admin' ||
  !(await db
    .selectFrom('publishing_holds')
    .select('id')
    .where('scope', '=', 'installation')
    .where('released_at', 'is', null)
    .executeTakeFirst())

export const onlyOperators = (): Failure<'forbidden'> =>
  fail('forbidden', { message: 'Publishing is held for the whole installation. Ask its operator.' })

/** What was let go: of which version, and whether the post itself or its first comment. */
type Released = {
  readonly postId: number
  readonly kind: 'post' | 'first_comment'
  readonly social: EventSocial
}

type One = {
  readonly agencyId: number
  readonly publicationId: number
  readonly now: Date
  /** Only in this project, and only what a pause has kept back; otherwise only what none has. */
  readonly missedIn?: number
}

/** What came due while no account was connected goes out on the one that is connected now. */
const accountNow = sql`coalesce(u.social_account_id, (select a.id from social_accounts a
  where a.project_id = u.project_id and a.social_network = u.social_network and a.removed_at is null))`

/**
 * Lets one post or first comment go although publishing stays held, or after the pause in which it came due; not during a pause. Null: it
 * does not wait for that, or is not the agency's.
 */
export const releaseOne = async (
  tx: Tx,
  { agencyId, publicationId, now, missedIn }: One,
): Promise<Released | null> => {
  const isMissed = sql`exists (select from (${heldRows}) held where held.id = u.id and ${isPaused})`
  const isMeant = missedIn === undefined ? sql`not ${isMissed}` : sql`p.id = ${missedIn} and ${isMissed}`
  const waived = await sql<EventSocial & { kind: Released['kind'] }>`
    update publications u set hold_waived_at = ${now}, social_account_id = ${accountNow} from projects p, post_socials s
    where u.id = ${publicationId} and p.id = u.project_id and p.agency_id = ${agencyId} and s.id = u.post_social_id
      and ${isMeant} and (u.held_at is not null and u.status = 'queued' or exists (
        select from publication_follow_ups f where f.publication_id = u.id and f.held_at is not null))
    returning s.id, s.post_id, s.project_id, s.social_network,
      case when u.held_at is null then 'first_comment' else 'post' end as kind`.execute(tx)
  const [row] = waived.rows
  if (!row) return null
  await letGo(tx, now)
  await wakePublishing(tx)
  const { kind, ...social } = row
  return { postId: row.post_id, kind, social }
}

/** The agencies among these in which something is held, for the banner on their admins' pages. Small: few holds are active. */
export const listHeldAgencies = async (db: Reader, agencyIds: readonly number[]): Promise<number[]> => {
  if (agencyIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    ${prepared} select a.id from agencies a where a.id = any(${[...new Set(agencyIds)]}) and exists (
      select from publishing_holds h left join projects p on p.id = h.project_id
      where h.released_at is null and not ${isAskedAfter}
        and (h.scope = 'installation' or coalesce(h.agency_id, p.agency_id) = a.id))
    order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

import { type RawBuilder, sql } from 'kysely'
import type { HoldReason, HoldScope } from '#domain/publishing/holds.ts'
import { publicationLifecycle } from '#domain/publishing/status.ts'
import type { SeenPost } from '#server/networks/network-adapter.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { advisoryLock, sharedAdvisoryLock } from '#server/platform/db/locks.ts'
import { move } from '#server/platform/db/move.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import type { FollowedPublication } from './follow-up-rows.ts'
import { failPublication, fenceOf, withLockedPublication } from './outcomes.ts'
import { LeaseLost, type LockedPublication, lockPublication, type Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/** Far beyond any release: what is held is taken up again by the release, not by a sweep. */
export const HELD_MS = 365 * 24 * 3_600_000

/**
 * What a hold is compared with: the project, when it is due, whether the publication was released singly, and for a hold of one account,
 * whether it existed in lost time there.
 */
type Holdable = Pick<
  Publication,
  'project_id' | 'hold_waived_at' | 'due_at' | 'social_account_id' | 'lost_until'
>

/** What keeps something back; of the two, a pause or an archive comes first, since it has a say even after its end. */
export type Held = 'paused' | 'held'

/**
 * When the pause `h` ends or ended, by a person or by itself; until somebody resumes: in the far future. What is due by then does not go
 * out by itself, also afterwards (docs/product/publishing.md "Pause").
 */
const pauseEnd = sql<Date>`coalesce(least(h.released_at, h.ends_at), '9999-12-31')`

/** Whether the hold `h` is one after which people are asked about what came due in it: a pause, or the time in which a client was archived. */
export const isAskedAfter = sql<boolean>`h.reason in ('paused', 'archived')`

/** Whether the hold `h` is a pause that holds at present. */
export const isPausing = sql<boolean>`h.reason = 'paused' and ${pauseEnd} > clock_timestamp()`

/** The columns that a hold is compared with, in a statement that reads project `p`. */
type Columns = {
  readonly due: RawBuilder<unknown>
  /** When it was released singly: it is exempt from the holds before that. */
  readonly waived: RawBuilder<unknown>
  readonly account: RawBuilder<unknown>
  readonly lostUntil: RawBuilder<unknown>
}

const everyHold = sql`publishing_holds`

/** Whether a pause keeps back what is due at `due` in project `p`, unless it was released singly since. */
export const isPausedFor = (
  { due, waived }: Pick<Columns, 'due' | 'waived'>,
  holds = everyHold,
): RawBuilder<boolean> => sql`
  exists (select from ${holds} h
    where ${isAskedAfter} and (h.agency_id = p.agency_id or h.project_id = p.id)
      and ${pauseEnd} >= ${due} and (${waived} is null or ${waived} < ${pauseEnd}))`

/** Whether a hold that is no pause keeps it back in project `p`; one of an account only what existed in lost time there. */
export const isHeldFor = (
  { waived, account, lostUntil }: Omit<Columns, 'due'>,
  holds = everyHold,
): RawBuilder<boolean> => sql`
  exists (select from ${holds} h
    where h.released_at is null and not ${isAskedAfter}
      and (h.scope = 'installation' or h.agency_id = p.agency_id or h.project_id = p.id)
      and (h.social_account_id is null or (h.social_account_id = ${account} and ${lostUntil} is not null))
      and (${waived} is null or ${waived} < h.held_at))`

/** What keeps each of these back, in their order; null: nothing. The holds are narrowed down first, because the board asks for thousands. */
export const findHeld = async (db: Reader, publications: readonly Holdable[]): Promise<(Held | null)[]> => {
  if (publications.length === 0) return []
  const columns = {
    due: sql`u.due_at`,
    waived: sql`u.hold_waived_at`,
    account: sql`u.social_account_id`,
    lostUntil: sql`u.lost_until`,
  }
  const projectIds = [...new Set(publications.map(({ project_id }) => project_id))]
  const { rows } = await sql<{ held: Held | null }>`${prepared}
    with own as materialized (
      select h.scope, h.agency_id, h.project_id, h.social_account_id, h.reason, h.held_at, h.ends_at, h.released_at
      from publishing_holds h
      where (h.released_at is null or ${isAskedAfter}) and (h.scope = 'installation'
        or h.project_id = any(${projectIds}::bigint[])
        or h.agency_id in (select agency_id from projects where id = any(${projectIds}::bigint[]))))
    select case when ${isPausedFor(columns, sql`own`)} then 'paused'
      when ${isHeldFor(columns, sql`own`)} then 'held' end as held
    from jsonb_to_recordset(${JSON.stringify(publications.map(asRecord))}::jsonb) as u (n int, project_id bigint,
      due_at timestamptz, hold_waived_at timestamptz, social_account_id bigint, lost_until timestamptz)
    left join projects p on p.id = u.project_id
    order by u.n`.execute(db)
  return rows.map(({ held }) => held)
}

const asRecord = (publication: Holdable, n: number) => {
  const { project_id, due_at, hold_waived_at, social_account_id, lost_until } = publication
  return { n, project_id, due_at, hold_waived_at, social_account_id, lost_until }
}

/** Whether a pause keeps back what is due in the project at this time. */
export const isPausedAt = async (tx: Tx, projectId: number, due: Date): Promise<boolean> => {
  const any = { hold_waived_at: null, social_account_id: null, lost_until: null }
  const [held] = await findHeld(tx, [{ ...any, project_id: projectId, due_at: due }])
  return held === 'paused'
}

/** Batched: one read for all that were claimed at the same moment. */
const holdOf = oncePer((publisher: Publisher) =>
  batched((publications: readonly Holdable[]) => findHeld(publisher.services.db, publications), {
    size: 100,
    atOnce: 2,
  }),
)

/** A pause takes it alone and sending shares it: a pause waits for transactions that decide to send, and later ones see it. */
const SENDING_LOCK = 'sending'

/** Taken before holds are read in a transaction that decides to send: no pause is acknowledged between the two. */
export const lockAgainstPause = (tx: Tx): Promise<void> => sharedAdvisoryLock(tx, SENDING_LOCK)

/** Taken before a pause begins or ends: what is being sent at its answer is known by then. */
export const lockSending = (tx: Tx): Promise<void> => advisoryLock(tx, SENDING_LOCK)

/**
 * Locks the active holds against their release, until the transaction ends: what is put aside now is seen by the release that follows, and
 * a release that came first is seen here.
 */
const findHeldLocked = async (tx: Tx, publication: Holdable): Promise<Held | null> => {
  await sql`select id from publishing_holds where released_at is null order by id for share`.execute(tx)
  const [held = null] = await findHeld(tx, [publication])
  return held
}

/**
 * Puts the publication aside until a release, if publishing is held in its project. `only`: if a pause is what holds it. What was sent
 * once, and was not found, may still appear on its network: in a pause it is not put aside, but fails as unconfirmed, so that a person
 * looks before it is sent again, stopped or moved.
 * @returns whether it does not go out
 */
export const holdBack = async (
  publisher: Publisher,
  publication: Publication,
  only?: 'paused',
): Promise<boolean> => {
  const isMeant = (held: Held | null) => held !== null && (only === undefined || held === only)
  const found = await holdOf(publisher)(publication)
  if (!isMeant(found)) return false
  if (found === 'paused' && publication.resends > 0)
    return failPublication(publisher, publication, 'unconfirmed', publication.response)
  return withLockedPublication(publisher, publication, async (tx, { publication: row }, now) => {
    if (!isMeant(await findHeldLocked(tx, row))) return false
    const aside = { held_at: now, run_at: after(now, HELD_MS), lease_until: null }
    if (!(await move(tx, publicationLifecycle, row.id, 'released', aside, fenceOf(publication))))
      throw new LeaseLost()
    return true
  })
}

/** A comment is due when its post went live, or when a person retried it. */
export const asComment = (publication: FollowedPublication): Holdable => ({
  ...publication,
  due_at: publication.followUp.since,
})

/** The same for the first comment of a live post. @returns whether it was put aside */
export const holdBackComment = async (
  publisher: Publisher,
  publication: FollowedPublication,
): Promise<boolean> => {
  if (!(await holdOf(publisher)(asComment(publication)))) return false
  return withLockedPublication(publisher, publication, async (tx, { publication: row }, now) => {
    if (!(await findHeldLocked(tx, asComment({ ...row, followUp: publication.followUp })))) return false
    await tx
      .updateTable('publication_follow_ups')
      .set({ held_at: now })
      .where('publication_id', '=', row.id)
      .where('comment', '=', 'pending')
      .execute()
    return true
  })
}

/** Holds all agencies after lost time, each by itself, so that its own admins may release it. */
export const holdEveryAgency = async (
  tx: Tx,
  { reason, lostFrom, now }: { reason: HoldReason; lostFrom: Date; now: Date },
): Promise<void> => {
  await sql`
    insert into publishing_holds (scope, agency_id, reason, lost_from, held_at)
    select 'agency', id, ${reason}, ${lostFrom}::timestamptz, ${now}::timestamptz from agencies
    on conflict do nothing`.execute(tx)
}

export type NewHold = {
  readonly scope: HoldScope
  readonly agencyId?: number
  readonly projectId?: number
  readonly reason: HoldReason | 'archived'
  readonly heldBy: number | null
  readonly now: Date
}

/** @returns false if it is held already for this reason */
export const addHold = async (tx: Tx, { scope, reason, now, ...own }: NewHold): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('publishing_holds')
    .values({
      scope,
      reason,
      held_at: now,
      held_by: own.heldBy,
      agency_id: own.agencyId ?? null,
      project_id: own.projectId ?? null,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Ends what was held because its client was archived. What came due by now is asked about. */
export const endArchivedHold = async (
  tx: Tx,
  { projectId, by, now }: { projectId: number; by: number; now: Date },
): Promise<void> => {
  await tx
    .updateTable('publishing_holds')
    .set({ released_at: now, released_by: by })
    .where('project_id', '=', projectId)
    .where('reason', '=', 'archived')
    .where('released_at', 'is', null)
    .execute()
}

/**
 * What follows from the posts of lost time that a look-up met on the account. `known`: all are accounted for, or people have decided
 * since. `under_way`: one may belong to a publication whose own look-up is not over. `unknown`: the database knows nothing of some, so what
 * it says of unsent posts may be out of date as well, and only people can tell.
 */
export type SeenVerdict = 'known' | 'under_way' | 'unknown'

export const judgeSeenPosts = async (
  { services: { db } }: Publisher,
  publication: Publication,
  others: readonly SeenPost[],
): Promise<SeenVerdict> => {
  const since = others.length === 0 ? null : await readUndecidedFrom(db, publication)
  if (since === null) return 'known'
  const ids = others.map(({ externalId }) => externalId)
  const { underWay, withoutId, found } = await countPossibleOwners(db, publication, { since, ids })
  if (others.length - found <= withoutId) return 'known'
  return underWay > 0 ? 'under_way' : 'unknown'
}

/**
 * Since when its lost time is undecided: what came before a release has been asked about (decision 157). Null: all of it is decided, because
 * an admin was asked after it and released this post or all.
 */
export const readUndecidedFrom = async (
  db: Reader,
  { post_social_id, project_id, social_account_id, hold_waived_at }: Publication,
): Promise<Date | null> => {
  const { rows } = await sql<{ since: Date }>`${prepared}
    with decided as (
      select greatest(${hold_waived_at}::timestamptz, max(coalesce(h.released_at, h.held_at))) as until
      from publishing_holds h join projects p on p.id = ${project_id}::bigint
      where h.reason not in ('by_hand', 'paused', 'archived') and (h.agency_id = p.agency_id or h.project_id = p.id)
        and (h.social_account_id is null or h.social_account_id = ${social_account_id}::bigint))
    select greatest(l.lost_from, decided.until) as since
    from decided join lost_periods l on l.last_post_social_id >= ${post_social_id}::bigint
      and (decided.until is null or l.lost_until > decided.until)
    order by l.lost_from limit 1`.execute(db)
  return rows[0]?.since ?? null
}

/**
 * The account's other publications that one of the posts may belong to: still in flight, or live with an id that nobody knows. `found`: those
 * that have one of these ids by now, because their own look-up ended after this one had begun.
 */
const countPossibleOwners = async (
  db: Reader,
  { id, social_account_id }: Publication,
  { since, ids }: { readonly since: Date; readonly ids: readonly string[] },
): Promise<{ underWay: number; withoutId: number; found: number }> => {
  const { rows } = await sql<{ under_way: number; without_id: number; found: number }>`${prepared}
    select count(*) filter (where status in ('sending', 'unknown'))::int as under_way,
      count(*) filter (where status = 'live' and external_id is null and closed_at > ${since}::timestamptz)::int as without_id,
      count(distinct external_id) filter (where external_id = any(${[...ids]}::text[]))::int as found
    from publications where id <> ${id}::bigint
      and social_account_id in (
        select every.id from social_accounts own
        join social_accounts every using (social_network, external_id) where own.id = ${social_account_id}::bigint)
      and (status in ('sending', 'unknown') or status = 'live' and external_id is null
        or external_id = any(${[...ids]}::text[]))`.execute(db)
  const [row] = rows
  return { underWay: row?.under_way ?? 0, withoutId: row?.without_id ?? 0, found: row?.found ?? 0 }
}

/** Holds what existed in the lost time on this account, and says what was seen there. A second one who sees it adds nothing. */
export const holdAccount = (
  { services, now: readNow }: Publisher,
  publication: Publication,
  others: readonly SeenPost[],
): Promise<void> =>
  services.db.transaction().execute(async tx => {
    const locked = await lockPublication(tx, publication.id)
    await insertHold(tx, locked, {
      now: await readNow(tx),
      since: await readUndecidedFrom(tx, locked.publication),
      others,
    })
    services.log.warn(
      { account: publication.social_account_id, seen: others.length, lost: publication.lost_from },
      'an account shows posts of lost time that the database does not know: its posts wait for a release',
    )
  })

const insertHold = async (
  tx: Tx,
  { publication: { project_id, social_account_id, lost_from } }: LockedPublication,
  { now, since, others }: { now: Date; since: Date | null; others: readonly SeenPost[] },
): Promise<void> => {
  await tx
    .insertInto('publishing_holds')
    .values({
      scope: 'project',
      project_id,
      social_account_id,
      reason: 'unknown_posts',
      lost_from: since ?? lost_from,
      held_at: now,
      seen_posts: others.length,
      seen_address: others.find(({ permalink }) => permalink !== null)?.permalink ?? null,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

import { sql } from 'kysely'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { MissedPost, NewPause, Paused } from '#domain/publishing/pauses-contract.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { isPausedFor, isPausing, lockSending } from './engine/holds.ts'
import { heldRows } from './held-posts.ts'

/** Of one client, or with `projectId` null of the whole agency. */
type Place = { readonly agencyId: number; readonly projectId: number | null }

export const endPauseQueue: JobQueue<{ pauseId: number }> = {
  name: 'end-pause',
  retry: { times: 20, firstSeconds: 10, longestSeconds: 600 },
  expireSeconds: 60,
}

type Pausing = NewPause & { readonly subject: string; readonly by: AuditBy; readonly services: Services }

/**
 * Pauses from this transaction's commit on. Whatever decides to send has done so before, and is named in the answer, or waits for the lock
 * and then sees the pause.
 */
export const beginPause = async (
  tx: Tx,
  { agencyId, projectId }: Place,
  { reason, ends_at, tells_clients, subject, by, services }: Pausing,
): Promise<Paused | Failure<'already_paused' | 'validation_error'>> => {
  await lockSending(tx)
  const now = await databaseNow(tx)
  const endsAt = ends_at === null ? null : new Date(ends_at)
  if (endsAt !== null && endsAt <= now)
    return fail('validation_error', { errors: { ends_at: ['Choose a time that is still to come'] } })
  await closeEnded(tx)
  const standing = await sql<{ note: string }>`
    select note from publishing_holds h where ${isPausing}
      and ${projectId === null ? sql`h.agency_id = ${agencyId}` : sql`h.project_id = ${projectId}`}`.execute(
    tx,
  )
  const [other] = standing.rows
  if (other) return fail('already_paused', { values: { reason: other.note } })
  const { id } = await tx
    .insertInto('publishing_holds')
    .values({
      scope: projectId === null ? 'agency' : 'project',
      agency_id: projectId === null ? agencyId : null,
      project_id: projectId,
      reason: 'paused',
      note: reason,
      ends_at: endsAt,
      tells_clients,
      held_at: now,
      held_by: by.actorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (endsAt !== null) await services.jobs.enqueue(tx, endPauseQueue, { pauseId: id }, { runAt: endsAt })
  const said = { reason, ends_at: endsAt?.toISOString() ?? null, tells_clients }
  await audit(tx, by, { action: 'publishing.paused', subject, new: said })
  return { pause_id: id, still_sending: await listSending(tx, { agencyId, projectId }) }
}

/**
 * Pauses a client that another agency has taken over, instead of a pause of the agency before: that one's words are not for the new one.
 * What came due in it is asked about all the same.
 */
export const pauseTakenOver = async (
  tx: Tx,
  place: Place & { readonly projectId: number },
  pausing: Omit<Pausing, 'ends_at' | 'tells_clients'>,
): Promise<void> => {
  await lockSending(tx)
  const now = await databaseNow(tx)
  await sql`update publishing_holds h set released_at = ${now}, released_by = ${pausing.by.actorId}
    where h.project_id = ${place.projectId} and ${isPausing}`.execute(tx)
  const paused = await beginPause(tx, place, { ...pausing, ends_at: null, tells_clients: false })
  if (isFailure(paused)) throw new Error(`a client that was taken over is not paused: ${paused.code}`)
}

/** Marks the pauses whose end has passed, so that another may begin before the job has come to it. */
const closeEnded = async (tx: Tx): Promise<void> => {
  await sql`update publishing_holds set released_at = ends_at
    where reason = 'paused' and released_at is null and ends_at <= clock_timestamp()`.execute(tx)
}

/** What a network may show although it is paused: its call was made, or is being made at this moment. */
const listSending = async (tx: Tx, { agencyId, projectId }: Place): Promise<Paused['still_sending']> => {
  const { rows } = await sql<Paused['still_sending'][number]>`
    select out.kind, s.post_id, u.project_id, u.social_network from (
      select id, 'post' as kind from publications where status in ('sending', 'unknown')
      union all
      select publication_id, 'first_comment' from publication_follow_ups
      where comment = 'pending' and comment_sent_at is not null
    ) as out join publications u on u.id = out.id
    join projects p on p.id = u.project_id
    join post_socials s on s.id = u.post_social_id
    where p.agency_id = ${agencyId} and (${projectId}::bigint is null or p.id = ${projectId})
    order by u.id`.execute(tx)
  return rows
}

/** Ends a pause that is still standing. What came due in it stays where it is until somebody decides. */
export const endPause = async (
  tx: Tx,
  place: Place,
  { pauseId, subject, by }: { readonly pauseId: number; readonly subject: string; readonly by: AuditBy },
): Promise<{ missed: number } | Failure<'not_paused'>> => {
  await lockSending(tx)
  // What is put aside from here on waits for this transaction, so that nothing due later than its end is.
  await sql`select id from publishing_holds where id = ${pauseId} for update`.execute(tx)
  const now = await databaseNow(tx)
  const { projectId, agencyId } = place
  const ended = await sql`
    update publishing_holds h set released_at = ${now}, released_by = ${by.actorId}
    where h.id = ${pauseId} and ${isPausing}
      and ${projectId === null ? sql`h.agency_id = ${agencyId}` : sql`h.project_id = ${projectId}`}`.execute(
    tx,
  )
  if (ended.numAffectedRows !== 1n) return fail('not_paused')
  const missed = await countMissed(tx, place)
  await audit(tx, by, { action: 'publishing.resumed', subject, new: { posts: missed } })
  return { missed }
}

/** At the end that was chosen: the pause is over by then in any case, and here it is told. */
export const endPauseInTime = ({ db }: Services, pauseId: number): Promise<JobOutcome> =>
  db.transaction().execute(async (tx): Promise<JobOutcome> => {
    await lockSending(tx)
    const { rows } = await sql<{ agency_id: number; project_id: number | null; name: string }>`
      update publishing_holds h set released_at = o.ends_at
      from publishing_holds o left join projects p on p.id = o.project_id
      join agencies a on a.id = coalesce(o.agency_id, p.agency_id)
      where h.id = ${pauseId} and o.id = h.id and h.released_at is null and h.ends_at <= clock_timestamp()
      returning a.id as agency_id, p.id as project_id, coalesce(p.name, 'All clients') as name`.execute(tx)
    const [row] = rows
    if (!row) return (await isStanding(tx, pauseId)) ? 'retry' : 'done'
    const place = { agencyId: row.agency_id, projectId: row.project_id }
    const posts = await countMissed(tx, place)
    const by = { ...place, actorId: null, address: null, now: await databaseNow(tx) }
    await audit(tx, by, { action: 'publishing.resumed', subject: row.name, new: { posts } })
    return 'done'
  })

/** The clock was set back since its end was planned. */
const isStanding = async (tx: Tx, pauseId: number): Promise<boolean> =>
  (await tx
    .selectFrom('publishing_holds')
    .select('id')
    .where('id', '=', pauseId)
    .where('released_at', 'is', null)
    .executeTakeFirst()) !== undefined

const isMissed = isPausedFor({ due: sql`held.due_at`, waived: sql`u.hold_waived_at` })

/** `held` is what waits, `u` its publication, `s` its version, `p` its project, and `c` its schedule. */
const missedOf = ({ agencyId, projectId }: Place) => sql`(${heldRows}) held
    join publications u on u.id = held.id
    join post_socials s on s.id = u.post_social_id
    join projects p on p.id = u.project_id
    left join schedules c on c.post_id = s.post_id and c.deleted_at is null
    where p.agency_id = ${agencyId} and (${projectId}::bigint is null or p.id = ${projectId}) and ${isMissed}`

const countMissed = async (db: Reader, place: Place): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${missedOf(place)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What came due in a pause and waits for a decision, the earliest first. */
export const listMissed = async (
  db: Reader,
  place: Place,
  limit: number,
): Promise<{ posts: MissedPost[]; count: number }> => {
  const { rows } = await sql<Omit<MissedPost, 'due_at'> & { due_at: Date }>`
    select u.id as publication_id, held.kind, s.post_id, u.social_network,
      left(case held.kind when 'post' then s.message else s.first_comment end, 140) as text, held.due_at,
      case held.kind when 'post' then c.id end as schedule_id,
      coalesce(c.is_autoposting, true) as is_autoposting
    from ${missedOf(place)} order by held.due_at, u.id limit ${limit}`.execute(db)
  const posts = rows.map(({ due_at, ...row }) => ({ ...row, due_at: due_at.toISOString() }))
  return { posts, count: await countMissed(db, place) }
}

/** Refuses what would go out of a paused client, with the reason given for the pause; null: the client is not paused. */
export const pausedRefusal = async (
  db: Reader,
  { agencyId, projectId }: { readonly agencyId: number; readonly projectId: number },
): Promise<Failure<'publishing_paused'> | null> => {
  const { rows } = await sql<{ note: string }>`
    select note from publishing_holds h
    where ${isPausing} and (h.agency_id = ${agencyId} or h.project_id = ${projectId}) limit 1`.execute(db)
  const [pause] = rows
  return pause ? fail('publishing_paused', { values: { reason: pause.note } }) : null
}

import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { hashSecret } from './links.ts'

/** How often something may be tried per subject, across all processes. The window starts with the first attempt. */
export type Limit = { readonly subject: string; readonly times: number; readonly minutes: number }

/** The number of attempts in the current window, including this one, and the milliseconds until it ends. */
export type Counted = { readonly times: number; readonly endsInMs: number }

const SWEEP_MS = 60_000
/** When this process last swept. Whatever one process misses, the next sweep finds. */
const sweeps = oncePer((_db: Db) => ({ last: Number.NEGATIVE_INFINITY }))

/** Deletes ended windows. Skips rows that are being counted right now, so that nobody waits. */
const sweep = async (db: Db, now: Date): Promise<void> => {
  const state = sweeps(db)
  if (now.getTime() - state.last < SWEEP_MS) return
  state.last = now.getTime()
  await sql`delete from attempts where subject_hash in
    (select subject_hash from attempts where ends_at <= ${now} for update skip locked)`.execute(db)
}

/**
 * Counts an attempt in its own statement, so that it stays counted when the attempt itself is rolled back. Only a hash of `subject` is
 * stored. Throws when the database is down: an attempt that cannot be counted is not allowed.
 */
export const countAttempt = async (
  db: Db,
  subject: string,
  windowMs: number,
  now: Date,
): Promise<Counted> => {
  const ends = new Date(now.getTime() + windowMs)
  const { rows } = await sql<{ times: number; ends_at: Date }>`
    insert into attempts as a (subject_hash, times, ends_at) values (${hashSecret(subject)}, 1, ${ends})
    on conflict (subject_hash) do update set
      times = case when a.ends_at <= ${now} then 1 else least(a.times, 1000000) + 1 end,
      ends_at = case when a.ends_at <= ${now} then excluded.ends_at else a.ends_at end
    returning times, ends_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an attempt was not counted')
  await sweep(db, now)
  return { times: row.times, endsInMs: Math.max(0, row.ends_at.getTime() - now.getTime()) }
}

/**
 * Counts an attempt on a subject (a call and an email address). The route limits each IP address; this limit also holds when the attempts
 * come from many. It counts the same whether or not the subject exists.
 * @returns null when the attempt is allowed, otherwise the seconds to wait
 */
export const waitBefore = async (
  db: Db,
  { subject, times, minutes }: Limit,
  now: Date,
): Promise<number | null> => {
  const counted = await countAttempt(db, subject, minutes * 60_000, now)
  return counted.times <= times ? null : Math.ceil(counted.endsInMs / 1000)
}

/**
 * A limit that makes attempts wait longer and longer: `free` go at once, then one after `firstSeconds`, and twice as long after each
 * further one, up to `longestSeconds`. At most `times` in the window of `minutes`.
 */
export type GrowingLimit = Limit & {
  readonly free: number
  readonly firstSeconds: number
  readonly longestSeconds: number
}

/** More doublings than any delay needs: keeps the power small. */
const DOUBLINGS = 30

/**
 * Counts an attempt if it may be made now, in its own statement; one that must wait is not counted, so that trying early costs nothing. Of
 * several at the same moment each sees those before it.
 * @returns null when it is allowed, otherwise the seconds to wait
 */
export const admitAttempt = async (db: Db, limit: GrowingLimit, now: Date): Promise<number | null> => {
  const { subject, times, minutes, free, firstSeconds, longestSeconds } = limit
  const hash = hashSecret(subject)
  const ends = new Date(now.getTime() + minutes * 60_000)
  const { rows: admitted } = await sql`
    insert into attempts as a (subject_hash, times, ends_at, open_at) values (${hash}, 1, ${ends}, ${now})
    on conflict (subject_hash) do update set
      times = case when a.ends_at <= ${now} then 1 else a.times + 1 end,
      ends_at = case when a.ends_at <= ${now} then excluded.ends_at else a.ends_at end,
      open_at = case when a.ends_at <= ${now} or a.times + 1 < ${free} then ${now}::timestamptz
        else ${now}::timestamptz + make_interval(secs => least(${longestSeconds}::float8,
          ${firstSeconds}::float8 * power(2, least(a.times + 1 - ${free}, ${DOUBLINGS})))) end
    where a.ends_at <= ${now} or (a.times < ${times} and coalesce(a.open_at, ${now}) <= ${now})
    returning 1`.execute(db)
  await sweep(db, now)
  if (admitted.length > 0) return null
  const row = await db
    .selectFrom('attempts')
    .select(['times', 'ends_at', 'open_at'])
    .where('subject_hash', '=', hash)
    .executeTakeFirst()
  // Swept or taken back in between: it may be tried in a moment.
  if (!row) return 1
  const opens = row.times >= times || !row.open_at ? row.ends_at : row.open_at
  return Math.max(1, Math.ceil((opens.getTime() - now.getTime()) / 1000))
}

/** Takes back an attempt that turned out to be the rightful person's. */
export const takeBackAttempt = async (db: Db, subject: string): Promise<void> => {
  await sql`update attempts set times = greatest(times - 1, 0) where subject_hash = ${hashSecret(subject)}`.execute(
    db,
  )
}

/** Forgets a subject's attempts. */
export const forgetAttempts = async (db: Db, subject: string): Promise<void> => {
  await db.deleteFrom('attempts').where('subject_hash', '=', hashSecret(subject)).execute()
}

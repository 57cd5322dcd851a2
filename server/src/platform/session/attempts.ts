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

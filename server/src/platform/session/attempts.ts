import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { oneFor } from '#server/platform/jobs/batches.ts'
import { hashSecret } from './links.ts'

/** How often something may be tried with one subject, by all processes together. The window begins with the first attempt. */
export type Limit = { readonly subject: string; readonly times: number; readonly minutes: number }

/** How often it was tried in the present window, this time included, and in how many milliseconds that ends. */
export type Counted = { readonly times: number; readonly endsInMs: number }

const SWEEP_MS = 60_000
/** Which process swept when: what one forgets to sweep the next one finds. */
const sweeps = oneFor((_db: Db) => ({ last: Number.NEGATIVE_INFINITY }))

/** Takes away what has ended. Passes over what is just counted anew, so that nobody waits for it. */
const sweep = async (db: Db, now: Date): Promise<void> => {
  const state = sweeps(db)
  if (now.getTime() - state.last < SWEEP_MS) return
  state.last = now.getTime()
  await sql`delete from attempts where subject_hash in
    (select subject_hash from attempts where ends_at <= ${now} for update skip locked)`.execute(db)
}

/**
 * Counts an attempt, in one statement of its own: it stays counted though what is tried is rolled back. `subject` is kept as a hash only.
 * Throws when the database is away: what cannot be counted is not tried.
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
 * Counts an attempt on a subject (a call and an email address). The other limit, on the network address, stands at the route; this one
 * holds where the attempts come from many. Counted alike whether the subject exists or not.
 * @returns null when it may be made, else in how many seconds it may
 */
export const waitBefore = async (
  db: Db,
  { subject, times, minutes }: Limit,
  now: Date,
): Promise<number | null> => {
  const counted = await countAttempt(db, subject, minutes * 60_000, now)
  return counted.times <= times ? null : Math.ceil(counted.endsInMs / 1000)
}

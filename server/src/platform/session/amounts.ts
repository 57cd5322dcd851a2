import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { hashSecret } from './links.ts'

/** How much of something a subject may use in a window, across all processes. The window starts with the first use. */
export type Allowance = { readonly subject: string; readonly most: number; readonly hours: number }

/** PostgreSQL's largest `integer`, and some room. */
const LARGEST = 2_000_000_000

/**
 * Takes an amount, in whole units, in its own statement, so that it stays taken when the call is rolled back. What would go over the
 * allowance is not taken. Kept in the table of attempts, under a subject of its own.
 * @returns null when it was taken, otherwise the seconds until the window ends
 */
export const takeAmount = async (
  db: Db,
  { subject, most, hours }: Allowance,
  amount: number,
  now: Date,
): Promise<number | null> => {
  const hash = hashSecret(subject)
  const ends = new Date(now.getTime() + hours * 3_600_000)
  const [wanted, limit] = [Math.min(amount, LARGEST), Math.min(most, LARGEST)]
  const { rows } = await sql`
    insert into attempts as a (subject_hash, times, ends_at)
      select ${hash}, ${wanted}::integer, ${ends}::timestamptz where ${wanted}::integer <= ${limit}::integer
    on conflict (subject_hash) do update set
      times = case when a.ends_at <= ${now} then excluded.times else a.times + excluded.times end,
      ends_at = case when a.ends_at <= ${now} then excluded.ends_at else a.ends_at end
    where a.ends_at <= ${now} or a.times::bigint + excluded.times <= ${limit}
    returning 1`.execute(db)
  if (rows.length > 0) return null
  const row = await db
    .selectFrom('attempts')
    .select('ends_at')
    .where('subject_hash', '=', hash)
    .executeTakeFirst()
  return row ? Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000)) : hours * 3600
}

/** Gives back what was taken and not used. */
export const returnAmount = async (db: Db, subject: string, amount: number): Promise<void> => {
  if (amount <= 0) return
  await sql`update attempts set times = greatest(times - ${amount}::integer, 0) where subject_hash = ${hashSecret(subject)}`.execute(
    db,
  )
}

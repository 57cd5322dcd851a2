import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Accounts of one statement: each has a few thousand points a year. */
const ACCOUNTS = 50

/** Deletes the figures of days before then. Account by account, along the key, since no index is by day. @returns how many */
export const purgeMetricPoints = async (db: Db, before: Date): Promise<number> => {
  const day = before.toISOString().slice(0, 10)
  let total = 0
  for (let after = 0; ; ) {
    const accounts = await db
      .selectFrom('metric_accounts')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ACCOUNTS)
      .execute()
    const last = accounts.at(-1)
    if (!last) return total
    const { numAffectedRows } = await sql`delete from metric_points
      where metric_account_id = any(${accounts.map(({ id }) => id)}::int[]) and day < ${day}::date`.execute(
      db,
    )
    total += Number(numAffectedRows)
    after = last.id
  }
}

import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** The columns of a table whose times something waits for, or that a wait is counted from. */
export type WaitingTimes = {
  readonly table: string
  readonly columns: readonly string[]
  /** A chosen time of the day: moved by whole days only, so that it stays the same time of the day. */
  readonly isTimeOfDay?: true
}

const DAY_MS = 86_400_000

/**
 * Brings forward what the clock has yet to reach by as much as it was set back, so that each wait ends after the time that was left of it.
 * What has passed stays. A table that is not there is left out: the job queue makes its own.
 */
export const bringForward = async (
  tx: Tx,
  waits: readonly WaitingTimes[],
  { now, setBackMs }: { readonly now: Date; readonly setBackMs: number },
): Promise<void> => {
  for (const { table, columns, isTimeOfDay } of waits) {
    const { rows } = await sql<{ is_there: boolean }>`
      select to_regclass(${table}) is not null as is_there`.execute(tx)
    const ms = isTimeOfDay ? Math.floor(setBackMs / DAY_MS) * DAY_MS : setBackMs
    if (!rows[0]?.is_there || ms === 0) continue
    const moved = columns.map(column => {
      const time = sql.ref(column)
      return sql`${time} = case when ${time} > ${now}
        then ${time} - ${ms}::float8 * interval '1 millisecond' else ${time} end`
    })
    const isAhead = columns.map(column => sql`${sql.ref(column)} > ${now}`)
    await sql`update ${sql.table(table)} set ${sql.join(moved)} where ${sql.join(isAhead, sql` or `)}`.execute(
      tx,
    )
  }
}

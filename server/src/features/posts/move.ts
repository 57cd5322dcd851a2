import { sql, type UpdateObject } from 'kysely'
import { type ApprovalEvent, approvalLifecycle } from '#domain/approvals/status.ts'
import type { Lifecycle } from '#domain/kernel/lifecycle.ts'
import { type PostSocialEvent, postSocialLifecycle } from '#domain/posts/lifecycle.ts'
import type { PublicationEvent } from '#domain/publishing/status.ts'
import { publicationLifecycle } from '#domain/publishing/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Database } from '#server/platform/db/schema.ts'

/** The things that have a lifecycle, with their tables. */
type Moved = {
  post_socials: PostSocialEvent
  approvals: ApprovalEvent
  publications: PublicationEvent
}
const lifecycles = {
  post_socials: postSocialLifecycle,
  approvals: approvalLifecycle,
  publications: publicationLifecycle,
}

type Columns<T extends keyof Moved> = Omit<UpdateObject<Database, T, T>, 'status' | 'id'>

/**
 * The only function that changes a status: applies an event to a row if the table allows that for its status, and writes `set`
 * together with the new status. `fence` adds further conditions (a lease token, a version). False: the row has another status by now
 * and nothing was written, which is a conflict.
 */
export const move = async <T extends keyof Moved>(
  tx: Tx,
  table: T,
  id: number,
  event: Moved[T],
  set: Columns<T> = {} as Columns<T>,
  fence: Partial<Record<string, number | string>> = {},
): Promise<boolean> => {
  const lifecycle = lifecycles[table] as Lifecycle<string, string>
  const row = lifecycle.events[event]
  if (!row) throw new Error(`${lifecycle.name} has no event ${event}`)
  let query = tx
    .updateTable(table as 'post_socials')
    .set({ ...(set as Columns<'post_socials'>), status: row.to as never })
    .where('id', '=', id)
    .where('status', 'in', row.from as never[])
  for (const [column, value] of Object.entries(fence))
    query = query.where(column as 'version', '=', value as number)
  const result = await query.executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The columns that `moveAll` writes to one row; dates as `Date`, json columns as plain values. */
export type RowChange = { readonly id: number } & Readonly<Record<string, unknown>>

/**
 * Like `move` for many rows of one table: each gets its own `set`, all with the same columns. `fence`: a column that must still have
 * the value given for it; it is compared and not written. @returns the ids of the rows that were moved; the others have another status
 * by now
 */
export const moveAll = async <T extends keyof Moved>(
  tx: Tx,
  table: T,
  event: Moved[T],
  changes: readonly RowChange[],
  fence?: string,
): Promise<Set<number>> => {
  const lifecycle = lifecycles[table] as Lifecycle<string, string>
  const row = lifecycle.events[event]
  if (!row) throw new Error(`${lifecycle.name} has no event ${event}`)
  const [first] = changes
  if (!first) return new Set()
  const columns = Object.keys(first).filter(column => column !== 'id' && column !== fence)
  const set = columns.map(column => sql`${sql.ref(column)} = v.${sql.ref(column)}`)
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} as moved set ${sql.join([sql`status = ${row.to}`, ...set])}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(changes)}::jsonb) as v
    where moved.id = v.id and moved.status = any(${row.from})
      ${fence ? sql`and moved.${sql.ref(fence)} = v.${sql.ref(fence)}` : sql``}
    returning moved.id`.execute(tx)
  return new Set(rows.map(moved => moved.id))
}

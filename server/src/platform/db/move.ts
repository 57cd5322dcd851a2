import { sql, type UpdateObject } from 'kysely'
import type { Lifecycle } from '#domain/kernel/lifecycle.ts'
import type { Reader } from './database.ts'
import type { Database } from './schema.ts'

type Table = keyof Database & string
type Columns<T extends Table> = Omit<UpdateObject<Database, T, T>, 'status' | 'id'>

/**
 * The only function that changes a status, with `moveAll`: applies an event to the row with this key if the lifecycle allows that for its
 * status, and writes `set` together with the new status. `fence` adds further conditions (a lease token, a version, the project). False:
 * the row has another status by now, or is gone, and nothing was written, which is a conflict.
 */
export const move = async <S extends string, E extends string, T extends Table>(
  db: Reader,
  { table, column, key, events }: Lifecycle<S, E, T>,
  id: number,
  event: NoInfer<E>,
  set: Columns<NoInfer<T>> = {} as Columns<T>,
  fence: Readonly<Record<string, number | string | null>> = {},
): Promise<boolean> => {
  const { from, to } = events[event]
  // Whatever the table, the builder sees one of them: the types of `set` are checked where `move` is called.
  let query = db
    .updateTable(table as 'post_socials')
    .set({ ...set, [column]: to })
    .where(key as 'id', '=', id)
    .where(column as 'status', 'in', from as never[])
  for (const [name, value] of Object.entries(fence))
    query = query.where(name as 'version', value === null ? 'is' : '=', value as number)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The columns that `moveAll` writes to one row; dates as `Date`, json columns as plain values. `id`: the row's key, whatever its name. */
export type RowChange = { readonly id: number } & Readonly<Record<string, unknown>>

/**
 * Like `move` for many rows of one table: each gets its own `set`, all with the same columns. `fence`: a column that must still have
 * the value given for it; it is compared and not written. @returns the keys of the rows that were moved; the others have another status
 * by now
 */
export const moveAll = async <S extends string, E extends string>(
  db: Reader,
  { table, column, key, events }: Lifecycle<S, E, Table>,
  event: NoInfer<E>,
  changes: readonly RowChange[],
  fence?: string,
): Promise<Set<number>> => {
  const { from, to } = events[event]
  const [first] = changes
  if (!first) return new Set()
  const columns = Object.keys(first).filter(name => name !== 'id' && name !== fence)
  const set = columns.map(name => sql`${sql.ref(name)} = v.${sql.ref(name)}`)
  const values = changes.map(({ id, ...written }) => ({ ...written, [key]: id }))
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} as moved set ${sql.join([sql`${sql.ref(column)} = ${to}`, ...set])}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb) as v
    where moved.${sql.ref(key)} = v.${sql.ref(key)} and moved.${sql.ref(column)} = any(${from})
      ${fence ? sql`and moved.${sql.ref(fence)} = v.${sql.ref(fence)}` : sql``}
    returning moved.${sql.ref(key)} as id`.execute(db)
  return new Set(rows.map(moved => moved.id))
}

import { type Selectable, sql } from 'kysely'
import type { Db, Reader, Tx } from './database.ts'
import type { Database } from './schema.ts'

/** Tables of a project whose rows are kept for a while after their deletion, and which nothing keeps from being deleted for good. */
type Table = 'campaigns' | 'day_labels' | 'hashtag_pools'

/** A page of deleted rows. `since`: earlier deletions are left out. `after`: the last row of the page before. */
type Range = {
  readonly since: Date
  readonly after: { readonly deletedAt: Date; readonly id: number } | null
  readonly limit: number
}

type Chosen = { readonly projectId: number; readonly ids: readonly number[]; readonly since: Date }

/** A deleted row, and the person who deleted it; null: nobody knows. */
export type DeletedRow<T extends Table> = Omit<Selectable<Database[T]>, 'deleted_by' | 'deleted_at'> & {
  readonly deleted_by: { readonly id: number; readonly name: string } | null
  readonly deleted_at: Date
}

/** What is done alike with the deleted rows of one of these tables. The feature that owns the table says what they are. */
export const deletedRows = <T extends Table>(name: T) => {
  const table = sql.table(name)
  const isDeleted = (projectId: number, since: Date) =>
    sql`project_id = ${projectId} and deleted_at >= ${since}`
  const isChosen = ({ projectId, ids, since }: Chosen) =>
    sql`id = any(${[...ids]}) and ${isDeleted(projectId, since)}`
  return {
    /** The last deleted first. */
    list: async (
      db: Reader,
      projectId: number,
      { since, after, limit }: Range,
    ): Promise<readonly DeletedRow<T>[]> => {
      const next = after ? sql`and (deleted_at, id) < (${after.deletedAt}, ${after.id})` : sql``
      const { rows } = await sql<DeletedRow<T>>`select d.*,
          case when u.id is not null then json_build_object('id', u.id, 'name', trim(concat(u.name, ' ', u.last_name))) end as deleted_by
        from (select * from ${table} where ${isDeleted(projectId, since)} ${next}
          order by deleted_at desc, id desc limit ${limit}) d
        left join users u on u.id = d.deleted_by
        order by d.deleted_at desc, d.id desc`.execute(db)
      return rows
    },
    count: async (db: Reader, projectId: number, since: Date): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${table} where ${isDeleted(projectId, since)}`.execute(db)
      return rows[0]?.count ?? 0
    },
    /** With their ids. @returns how many there were */
    restore: async (tx: Tx, chosen: Chosen): Promise<number> => {
      const { rows } = await sql`update ${table} set deleted_at = null, deleted_by = null
        where ${isChosen(chosen)} returning id`.execute(tx)
      return rows.length
    },
    /** @returns how many there were */
    deleteForGood: async (tx: Tx, chosen: Chosen): Promise<number> => {
      const { rows } = await sql`delete from ${table} where ${isChosen(chosen)} returning id`.execute(tx)
      return rows.length
    },
    /** Deletes those of all projects that were deleted before then. @returns how many there were */
    purge: async (db: Db, since: Date): Promise<number> => {
      const { numAffectedRows } = await sql`delete from ${table} where deleted_at < ${since}`.execute(db)
      return Number(numAffectedRows ?? 0)
    },
  }
}

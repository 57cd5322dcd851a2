import pg from 'pg'

/** Migrations are applied by their own list, which comes from the code. */
const OWN = ['schema_migrations']

/** A table of Galley's, with the columns that have a value of their own, in order. */
export type Table = { readonly name: string; readonly columns: readonly string[] }

/** All tables, whatever features they belong to. Partitions are read and written through their table. */
export const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [OWN],
  )
  return rows
}

export const quoted = (name: string): string => `public.${pg.escapeIdentifier(name)}`
export const columnList = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ')

/** Where each sequence is. They are ahead of the rows of a snapshot that was taken before. */
export const listSequences = async (
  client: pg.ClientBase,
): Promise<{ name: string; value: string; isCalled: boolean }[]> => {
  const { rows } = await client.query<{ name: string; value: string | null; start: string }>(
    `select sequencename as name, last_value::text as value, start_value::text as start
     from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  return rows.map(({ name, value, start }) => ({ name, value: value ?? start, isCalled: value !== null }))
}

export type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

export const listForeignKeys = async (client: pg.ClientBase): Promise<ForeignKey[]> => {
  const { rows } = await client.query<ForeignKey>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
     order by c.relname, k.conname`,
  )
  return rows
}

export type Index = { readonly name: string; readonly definition: string }

/** Indexes that no constraint needs, and that belong to no partition. */
export const listPlainIndexes = async (client: pg.ClientBase): Promise<Index[]> => {
  const { rows } = await client.query<Index>(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
       and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid)
     order by c.relname, i.relname`,
  )
  return rows
}

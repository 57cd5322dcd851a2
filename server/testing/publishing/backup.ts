import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/**
 * A backup of everything in the database, as a dump would have it: rows and the next ids. @returns a function that puts it back, whatever
 * has happened since
 */
export const takeBackup = async (db: Db): Promise<() => Promise<void>> => {
  await sql`drop schema if exists backup cascade`.execute(db)
  await sql`create schema backup`.execute(db)
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname`.execute(db)
  const { rows: sequences } = await sql<{ name: string; value: number | null }>`
    select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'`.execute(
    db,
  )
  for (const { name } of tables)
    await sql`create table backup.${sql.table(name)} as table public.${sql.table(name)}`.execute(db)
  return () =>
    db.transaction().execute(async tx => {
      // Neither triggers nor foreign keys run, and functions find no other ones by their bare names, as in a restored dump.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`set local search_path = ''`.execute(tx)
      for (const { name, columns } of tables) {
        const list = sql.join(columns.map(column => sql.ref(column)))
        await sql`delete from public.${sql.table(name)}`.execute(tx)
        await sql`insert into public.${sql.table(name)} (${list}) overriding system value
          select ${list} from backup.${sql.table(name)}`.execute(tx)
      }
      for (const { name, value } of sequences)
        await sql`select setval(format('public.%I', ${name}::text)::regclass, ${value ?? 1}, ${value !== null})`.execute(
          tx,
        )
    })
}

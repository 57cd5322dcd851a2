import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { type CallIds, prepareCalls } from './calls.ts'

/**
 * Every id that is given out from now on begins here, in all tables alike: the first row of each has this very id, so that one number
 * names somebody's project, their post and their picture at once, and an id says whose row it is. Sessions are the callers'.
 */
export const beginIdsAt = async (db: Db, first: number): Promise<void> => {
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, ${first}, false)
    from pg_sequences where schemaname = 'public' and sequencename <> 'sessions_id_seq'`.execute(db)
}

/** A project in which there is everything, and the first id of it all. */
export type Victim = { readonly first: number; readonly project: TestProject; readonly ids: CallIds }

/** @throws if the first row of a table is not one that calls can name */
export const buildVictim = async (db: Db, first: number, agencyId?: number): Promise<Victim> => {
  await beginIdsAt(db, first)
  const project = await buildProject(db, agencyId === undefined ? {} : { agencyId })
  const ids = await prepareCalls(db, project)
  const named = [ids.projectId, ids.userId, ids.postId, ids.socialId, ids.mediaId, ids.approvalId]
  if (named.some(id => id !== first)) throw new Error(`not all begin at ${first}: ${named.join(', ')}`)
  return { first, project, ids }
}

/** A thousand ids from this one on, and those of the notification settings of a project in them. */
const idsFrom = (first: number): string => `${first / 1000}[0-9]{3}([0-9]{2})?`

/** Whether an answer names an id from this one on. A list of results repeats the ids that it refuses. */
export const isNamed = (first: number, answer: unknown): boolean => {
  const text = JSON.stringify(answer, (_, value) => (value?.refusal ? undefined : value)) ?? ''
  return new RegExp(`\\b${idsFrom(first)}\\b`).test(text)
}

/** Writes down each row that is inserted, changed or deleted and has one of a thousand ids from each of these in any column. */
export const watchRowsOf = async (db: Db, firsts: readonly number[]): Promise<void> => {
  const ids = `\\m(${firsts.map(idsFrom).join('|')})\\M`
  await sql`create table victim_writes (id bigserial primary key, what text not null)`.execute(db)
  await sql`
    create function note_victim() returns trigger language plpgsql as $$ begin
      if concat(to_jsonb(old), to_jsonb(new)) ~ ${sql.lit(ids)} then
        insert into victim_writes (what) values (tg_op || ' ' || tg_table_name || concat(' ', to_jsonb(new)));
      end if;
      return null;
    end $$`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name not in ('victim_writes', 'sessions', 'session_tokens', 'attempts')`.execute(db)
  for (const { name } of tables)
    await sql`create trigger note_victim after insert or update or delete on ${sql.table(name)}
      for each row execute function note_victim()`.execute(db)
}

/** What has been written of those who are watched since it was last asked. */
export const takeVictimWrites = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`delete from victim_writes returning what`.execute(db)
  return rows.map(({ what }) => what)
}

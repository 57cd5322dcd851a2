import type pg from 'pg'

/** Milliseconds by which the clock of this test run is ahead of the machine's; 0: it is the machine's. */
export const runAheadMs = Number(process.env.TEST_CLOCK_AHEAD ?? 0)

/**
 * Lets the times that the client's database tells run ahead of the machine's: for the sessions that begin from now on, `now()` and
 * `clock_timestamp()` are functions of ours, found before the system's own. Call it before the migrations, whose defaults keep the
 * function that they find; call it again to move the clock, which takes effect at once.
 */
export const moveDatabaseClock = async (client: pg.Client, aheadMs: number): Promise<void> => {
  const ahead = `interval '${aheadMs} milliseconds'`
  const define = (name: string, kind: string) =>
    `create or replace function public.${name}() returns timestamptz language sql ${kind} parallel safe
       as $$ select pg_catalog.${name}() + ${ahead} $$;`
  await client.query(define('now', 'stable') + define('clock_timestamp', 'volatile') + jobClock)
  await followDatabaseClock(client)
}

/** The job queue tells the time by a function of its own, which asks the system's; as soon as it is made, it asks ours. */
const jobClock = `
  create or replace function public.move_job_clock() returns event_trigger language plpgsql as $$
  begin
    if exists (
      select from pg_event_trigger_ddl_commands() as made join pg_proc on pg_proc.oid = made.objid
        where made.object_identity = 'pgboss.job_now()' and prosrc not like '%public.now%'
    ) then
      create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select public.now()';
    end if;
  end $$;
  drop event trigger if exists move_job_clock;
  create event trigger move_job_clock on ddl_command_end when tag in ('CREATE FUNCTION')
    execute function public.move_job_clock();`

/** The same for a copy of such a database: a copy has the functions, but not the settings. */
export const followDatabaseClock = async (client: pg.Client, database = client.database): Promise<void> => {
  await client.query(`alter database "${database}" set search_path = public, pg_catalog`)
}

import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/platform/db/database.ts'
import type { Database } from '#server/platform/db/schema.ts'
import type { TestProject } from './people.ts'

/**
 * Posts that went live long ago, one an hour, and a tenth as many that are scheduled for the coming months: enough for the planner to
 * have to choose. With statistics, as autovacuum would keep them.
 */
export const buildHistory = (db: Db, { projectId }: TestProject, count: number): Promise<void> =>
  db.transaction().execute(async tx => {
    // A server's limit for a statement is for one of a request, and not for a year of posts on a busy machine.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
    with made as (
      insert into posts (project_id, type, created_at, updated_at)
      select ${projectId}, 'text', now() - n * interval '1 hour', now() - n * interval '1 hour'
      from generate_series(-${count / 10}::int, ${count}::int) n where n <> 0
      returning id, created_at as at, created_at < now() as is_past
    ), timed as (
      insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting, released_at)
      select id, ${projectId}, at::date, '10:00', 'Europe/Berlin', at, true, case when is_past then at end from made
    ), written as (
      insert into post_socials (post_id, project_id, social_network, type, message, status, published_at, created_at, updated_at)
      select id, ${projectId}, 'facebook', 'text', 'A text of an ordinary length for a post of this kind.',
        case when is_past then 'live' else 'approved' end, case when is_past then at end, at, at
      from made returning id, status, created_at as at
    )
    insert into publications
      (post_social_id, project_id, social_network, status, content_digest, due_at, run_at, closed_at)
    select id, ${projectId}, 'facebook', 'live', '', at, at, at from written where status = 'live'`.execute(
      tx,
    )
    await sql`analyze`.execute(tx)
  })

/** How PostgreSQL executes each statement that the work sends, as text, without the statements that only set something. */
export const explainAll = async (url: string, work: (db: Db) => Promise<unknown>): Promise<string[]> => {
  const sent: CompiledQuery[] = []
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // The database may be dropped before a connection has ended.
  pool.on('connect', client => client.on('error', () => undefined))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: event => {
      sent.push(event.query)
    },
  })
  try {
    await work(db)
    const plans: string[] = []
    for (const { sql: text, parameters } of sent.splice(0)) {
      if (!/^\s*(with|select)/i.test(text)) continue
      const explain = CompiledQuery.raw(`explain ${text}`, [...parameters])
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain)
      plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
    }
    return plans
  } finally {
    await db.destroy()
  }
}

import { sql } from 'kysely'
import { socialNetworks } from '#domain/networks/model.ts'
import { typesTakenBy } from '#domain/networks/network.ts'
import type { Config } from '#server/config.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { Db } from '#server/platform/db/database.ts'

/** `agencies` of equal size, each with `projects` of four accounts; the first may own a larger share of the posts. */
export type Crowd = { readonly agencyIds: readonly number[]; readonly projectsOf: Map<number, number[]> }

const insertedIds = async (rows: Promise<{ rows: { id: number }[] }>): Promise<number[]> =>
  (await rows).rows.map(row => row.id)

/** Agencies with projects, all four networks connected in each. */
export const buildCrowd = async (
  db: Db,
  config: Config,
  { agencies, projects }: { agencies: number; projects: number },
): Promise<Crowd> => {
  const agencyIds = await insertedIds(
    sql<{ id: number }>`
      insert into agencies (name) select 'Bench agency ' || n from generate_series(1, ${agencies}::int) n
      returning id`.execute(db),
  )
  const projectsOf = new Map<number, number[]>()
  await db.transaction().execute(async tx => {
    for (const agencyId of agencyIds) {
      const ids = await insertedIds(
        sql<{ id: number }>`
          insert into projects (agency_id, name, timezone)
          select ${agencyId}, 'Bench project ' || n, 'Europe/Berlin' from generate_series(1, ${projects}::int) n
          returning id`.execute(tx),
      )
      projectsOf.set(agencyId, ids)
      for (const projectId of ids)
        for (const social_network of socialNetworks)
          await connectAccount(
            tx,
            { config },
            {
              projectId,
              social_network,
              external_id: `${projectId}`,
              name: 'Bench',
              logo_url: null,
              account_details: {},
              token: 'token',
            },
          )
    }
  })
  return { agencyIds, projectsOf }
}

const CHUNK = 1_000
/** The networks that accept a text-only post. */
const texting = socialNetworks.filter(network => typesTakenBy(network).includes('text'))

/** Approved posts of one version each, all due at this moment. `projectIds`: the projects over which they are spread in turn. */
export const fillPosts = async (
  db: Db,
  { projectIds, count, due, name }: { projectIds: readonly number[]; count: number; due: Date; name: string },
): Promise<void> => {
  for (let from = 0; from < count; from += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) => from + index)
    const projects = numbers.map(n => projectIds[n % projectIds.length] ?? 0)
    const networks = numbers.map(
      n => texting[Math.floor(n / projectIds.length) % texting.length] ?? 'facebook',
    )
    const messages = numbers.map(n => `${name} ${n}: a text of an ordinary length for a post of this kind.`)
    const { rows } = await sql<{ id: number }>`
      with wanted as (
        select * from unnest(${projects}::bigint[], ${networks}::text[], ${messages}::text[])
          with ordinality as w (project_id, network, message, n)
      ), made as (
        insert into posts (project_id, type) select project_id, 'text' from wanted order by n returning id, project_id
      ), numbered as (
        select w.*, m.id as post_id
        from (select *, row_number() over (partition by project_id order by n) as k from wanted) w
        join (select *, row_number() over (partition by project_id order by id) as k from made) m using (project_id, k)
      ), timed as (
        insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting)
        select post_id, project_id, ${due}::date, '10:00', 'Europe/Berlin', ${due}, true from numbered
      )
      insert into post_socials (post_id, project_id, social_network, type, message, status, is_approved)
      select post_id, project_id, network, 'text', message, 'approved', true from numbered returning id`.execute(
      db,
    )
    const digests = await readDigests(
      db,
      rows.map(row => row.id),
    )
    await sql`update post_socials set cleared_digest = d.digest
      from unnest(${[...digests.keys()]}::bigint[], ${[...digests.values()]}::text[]) as d (id, digest)
      where post_socials.id = d.id`.execute(db)
  }
  await sql`analyze`.execute(db)
}

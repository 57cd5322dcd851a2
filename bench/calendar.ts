import { fork } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { describeLoad, load } from './load.ts'
import { databaseUrl, type Stage, signIn } from './stage.ts'

export const ITEMS = 1500

/** A new project with a month of 1,500 scheduled posts on two networks each. */
export const fillMonth = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ id: number }>(
    `insert into projects (agency_id, name, timezone) select id, 'Bench project', 'Europe/Berlin' from agencies limit 1 returning id`,
  )
  const projectId = Number(rows[0]?.id)
  await client.query(
    `with made as (
       insert into posts (project_id, type) select $1, 'single_photo' from generate_series(1, $2) returning id
     ), numbered as (select id, row_number() over (order by id) as n from made),
     socials as (
       insert into post_socials (post_id, project_id, social_network, type, message, status, is_approved)
       select id, $1, network, 'single_photo', 'Post number ' || n || ' of the month, with a text of an ordinary length for its network.',
         (array['draft','pending_internal_approval','approved','scheduled'])[1 + n % 4], n % 4 = 2
       from numbered cross join (values ('facebook'), ('instagram')) as networks(network)
     ), photos as (
       insert into medias (project_id, storage_key, object_type, content_type, original_name, file_size, sha256, width, height, has_previews)
       select $1, md5('bench' || n), 'image', 'image/jpeg', 'photo.jpg', 100000, md5('x' || n), 1080, 1080, true from generate_series(1, 100) n
     )
     insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting)
     select id, $1, date '2027-03-01' + (n % 31)::int, time '10:00', 'Europe/Berlin', timestamptz '2027-03-01 09:00Z' + (n % 31) * interval '1 day', true
     from numbered`,
    [projectId, ITEMS],
  )
  await client.query(
    `insert into attachments (post_social_id, project_id, media_id, position)
     select s.id, s.project_id, m.id, 0 from post_socials s
     join lateral (select id from medias where project_id = $1 order by id offset s.post_id % 100 limit 1) m on true
     where s.project_id = $1`,
    [projectId],
  )
  await client.query('analyze')
  return projectId
}

/**
 * The calendar's month compared with a bare baseline in the same run: a plain `node:http` server in a separate process that runs one query
 * for the same rows on the same database and answers JSON, without session, tenant, permission, roles or shaping.
 */
export const benchCalendar = async (stage: Stage, seconds: number): Promise<string[]> => {
  const url = await databaseUrl(stage)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const projectId = await fillMonth(client)
  await client.end()
  const baseline = fork(path.join(import.meta.dirname, 'baseline.ts'), [url, String(projectId)])
  const baselineUrl = await new Promise<string>(resolve =>
    baseline.once('message', message => resolve(String(message))),
  )
  try {
    const headers = { authorization: `Bearer ${await signIn(stage, 'ada@bluebird.example')}` }
    const ours = `${stage.url}/api/posts/schedules/${projectId}/2027-03-01/2027-03-31`
    const run = (address: string) => load({ url: address, connections: 4, seconds, headers })
    await load({ url: ours, connections: 4, seconds: 1, headers })
    await load({ url: baselineUrl, connections: 4, seconds: 1 })
    const bare = await run(baselineUrl)
    const calendar = await run(ours)
    return [
      describeLoad(`calendar, ${ITEMS} items`, calendar),
      describeLoad('bare query baseline', bare),
      `${'ratio'.padEnd(34)} p50 ${(calendar.p50 / bare.p50).toFixed(2)}×   p99 ${(calendar.p99 / bare.p99).toFixed(2)}×   throughput ${(bare.perSecond / calendar.perSecond).toFixed(2)}× (aim: 1.5×)`,
    ]
  } finally {
    baseline.kill()
  }
}

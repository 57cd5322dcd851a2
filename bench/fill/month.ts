import { createHash } from 'node:crypto'
import type pg from 'pg'
import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { makeTexts } from './texts.ts'

/** How many posts the large and the small month have. */
export const LARGE = 1500
export const SMALL = 300

/** A month of the calendar: its first and last day. */
export type Month = { readonly start: string; readonly end: string }

/** A month of 31 days, far enough ahead that its posts and those before it can be moved and none comes due. */
export const monthAhead = (today: Date): Month => {
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2, 1))
  for (;;) {
    const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
    const start = month.toISOString().slice(0, 10)
    const end = addDays(next.toISOString().slice(0, 10), -1)
    if (daysBetween(start, end) === 30) return { start, end }
    month.setTime(next.getTime())
  }
}

/** Whether the database of this Galley, which may be an older one, has the column. */
export const hasColumn = async (client: pg.Client, table: string, column: string): Promise<boolean> => {
  const { rowCount } = await client.query(
    'select 1 from information_schema.columns where table_name = $1 and column_name = $2',
    [table, column],
  )
  return (rowCount ?? 0) > 0
}

const PICTURES = 100

/** The storage keys of the project's photos. To see them, put files there. */
export const pictureKeys = (projectId: number): string[] =>
  Array.from({ length: PICTURES }, (_, n) =>
    createHash('md5').update(`bench ${projectId}/${n}`).digest('hex'),
  )

/** An empty project of the demo's agency with four accounts. @returns its id */
export const createProject = async (client: pg.Client, name: string): Promise<number> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into projects (agency_id, name, timezone)
     select id, $1, 'Europe/Berlin' from agencies order by id limit 1 returning id`,
    [name],
  )
  const projectId = Number(rows[0]?.id)
  await client.query(
    `insert into social_accounts (project_id, social_network, external_id, name, account_details)
     select $1::bigint, network, 'bench-' || $1::bigint, 'Bench', '{}'
     from unnest(array['facebook', 'instagram', 'linkedin', 'twitter']) network`,
    [projectId],
  )
  return projectId
}

const addPhotos = async (client: pg.Client, projectId: number): Promise<void> => {
  await client.query(
    `insert into medias (project_id, storage_key, object_type, content_type, original_name, file_size, sha256, width, height, has_previews)
     select $1::bigint, key, 'image', 'image/jpeg', 'photo.jpg', 100000, md5(key), 1080, 1080, true
     from unnest($2::text[]) key`,
    [projectId, pictureKeys(projectId)],
  )
}

type Posts = Month & { readonly projectId: number; readonly count: number }

/**
 * Posts for the project, one statement a table: one to four versions each, spread over the days and the hours, three of four with a
 * photo, statuses from draft to scheduled. Versions that wait have an open round, as if they had been sent for approval.
 */
export const fillPosts = async (client: pg.Client, posts: Posts): Promise<void> => {
  const { projectId, count } = posts
  // Before rows had to be of one project, and times were texts.
  const isOld = !(await hasColumn(client, 'attachments', 'project_id'))
  await client.query('drop table if exists bench_posts')
  await client.query(
    `create temp table bench_posts as
     with made as (
       insert into posts (project_id, type)
       select $1::bigint, case when n % 4 = 3 then 'text' else 'single_photo' end from generate_series(1, $2::int) n
       returning id, type
     )
     select id, type, row_number() over (order by id)::int as n from made`,
    [projectId, count],
  )
  await fillSchedules(client, posts, isOld)
  await fillVersions(client, posts, isOld)
  await fillRounds(client, projectId)
}

const fillSchedules = async (
  client: pg.Client,
  { projectId, start, end }: Posts,
  isOld: boolean,
): Promise<void> => {
  await client.query(
    `insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting)
     select id, $1::bigint, at::date, to_char(at, 'HH24:MI')${isOld ? '' : '::time'}, 'Europe/Berlin', at at time zone 'Europe/Berlin', n % 8 <> 0
     from (select id, n, $2::date + (n % $3::int) + (7 * 60 + (n * 37) % 900) * interval '1 minute' as at from bench_posts) timed`,
    [projectId, start, daysBetween(start, end) + 1],
  )
}

const fillVersions = async (
  client: pg.Client,
  { projectId, count }: Posts,
  isOld: boolean,
): Promise<void> => {
  await client.query(
    `insert into post_socials (post_id, project_id, social_network, type, message, status, is_approved)
     select id, $1::bigint, network, type, ($2::text[])[n], (array['draft','pending_internal_approval','approved','scheduled'])[1 + n % 4], n % 4 >= 2
     from bench_posts
     cross join lateral unnest((array['facebook','instagram','linkedin','twitter'])[1:(array[2, 1, 3, 2, 4, 2, 1, 2])[1 + n % 8]]) network
     where network <> 'instagram' or type <> 'text'`,
    [projectId, makeTexts(count)],
  )
  await client.query(
    `insert into attachments (post_social_id, ${isOld ? '' : 'project_id,'} media_id, position)
     select s.id, ${isOld ? '' : 's.project_id,'} m.id, 0
     from post_socials s join bench_posts p on p.id = s.post_id
     join (select id, row_number() over (order by id) as k from medias where project_id = $1::bigint) m on m.k = 1 + p.n % 100
     where p.type = 'single_photo'`,
    [projectId],
  )
}

const fillRounds = async (client: pg.Client, projectId: number): Promise<void> => {
  await client.query(
    `with opened as (
       insert into approvals (post_social_id, project_id, type, status, round)
       select s.id, $1::bigint, 'internal', case when s.is_approved then 'approved' else 'open' end, 1
       from post_socials s join bench_posts p on p.id = s.post_id where s.status <> 'draft'
       returning id, post_social_id
     )
     insert into approval_actions (approval_id, post_social_id, project_id, round, type)
     select id, post_social_id, $1::bigint, 'internal', 'approval_started' from opened`,
    [projectId],
  )
}

/** Twenty labels of one to seven days. */
const fillLabels = async (client: pg.Client, projectId: number, { start }: Month): Promise<void> => {
  await client.query(
    `insert into day_labels (project_id, text, color, start_at, end_at)
     select $1::bigint, 'Campaign ' || n, (array['#1e88e5','#43a047','#e53935'])[1 + n % 3], $2::date + n, $2::date + n + n % 7
     from generate_series(1, 20) n`,
    [projectId, start],
  )
}

/** Posts in the months beside the one that is measured, so that switching between them is not switching to nothing. */
const NEIGHBOUR = 60

/** Gives a project this many posts in the month, and a few in the months beside it. */
export const fillProject = async (
  client: pg.Client,
  projectId: number,
  month: Month,
  count: number,
): Promise<void> => {
  await addPhotos(client, projectId)
  await fillPosts(client, { ...month, projectId, count })
  const beside = { projectId, count: NEIGHBOUR }
  await fillPosts(client, { ...beside, start: addDays(month.start, -20), end: addDays(month.start, -8) })
  await fillPosts(client, { ...beside, start: addDays(month.end, 8), end: addDays(month.end, 20) })
  await fillLabels(client, projectId, month)
  await client.query('drop table if exists bench_posts')
  await client.query('analyze')
}

/** A new project of the demo's agency, filled. @returns its id */
export const fillMonth = async (
  client: pg.Client,
  month: Month,
  count = LARGE,
  name = `Bench ${count}`,
): Promise<number> => {
  const projectId = await createProject(client, name)
  await fillProject(client, projectId, month, count)
  return projectId
}

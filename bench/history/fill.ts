import type pg from 'pg'
import { hasColumn } from '../fill/month.ts'
import { makeTexts } from '../fill/texts.ts'

/** How many posts a project has on average, and how many different texts there are. */
const POSTS_PER_PROJECT = 1000
const PROJECTS_PER_AGENCY = 5
const TEXTS = 2000
const CHUNK = 250_000

/** What the history is like. The shares are out of 1,000 posts, by their number. */
const shares = {
  /** Still ahead: drafts, waiting, approved and scheduled. */
  ahead: 20,
  /** Deleted before they came due: their schedules stay unreleased for ever. */
  deleted: 5,
  /** One of its versions was never saved. */
  unsaved: 5,
}

/**
 * Years of posts of other agencies: projects of a thousand posts each, almost all live and released, with versions, photos,
 * publications and events; a few are ahead, deleted, or have a version that was never saved. Set-based, and without the checks of
 * foreign keys, which would take longer than the rows: `client` is the superuser's.
 */
export const fillHistory = async (client: pg.Client, posts: number): Promise<void> => {
  await client.query('set session_replication_role = replica')
  await client.query(
    "set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '512MB'",
  )
  await fillTenants(client, posts)
  await client.query('drop table if exists bench_texts, bench_search')
  await client.query('create table bench_texts (n int primary key, text text)')
  await client.query(
    'insert into bench_texts select n - 1, t from unnest($1::text[]) with ordinality as x (t, n)',
    [makeTexts(TEXTS)],
  )
  await client.query(
    `create table bench_search as select n, search_form(text) as form, search_words(search_form(text)) as words from bench_texts`,
  )
  await client.query('alter table bench_search add primary key (n)')
  for (let from = 0; from < posts; from += CHUNK) await fillChunk(client, from, Math.min(posts, from + CHUNK))
  await client.query('drop table bench_texts, bench_search, bench_projects')
  await client.query('set session_replication_role = default')
  await client.query('vacuum analyze')
}

const fillTenants = async (client: pg.Client, posts: number): Promise<void> => {
  const projects = Math.max(1, Math.round(posts / POSTS_PER_PROJECT))
  await client.query('drop table if exists bench_projects')
  await client.query(
    `create table bench_projects as
     with agency as (
       insert into agencies (name) select 'History ' || n from generate_series(1, $1::int) n returning id
     ), numbered as (select id, row_number() over (order by id) - 1 as k from agency),
     project as (
       insert into projects (agency_id, name, timezone)
       select a.id, 'History ' || n, 'Europe/Berlin' from generate_series(0, $2::int - 1) n join numbered a on a.k = n / $3::int
       returning id
     )
     select id as project_id, (row_number() over (order by id) - 1)::int as k from project`,
    [Math.ceil(projects / PROJECTS_PER_AGENCY), projects, PROJECTS_PER_AGENCY],
  )
  await client.query('alter table bench_projects add primary key (k)')
  await client.query(
    `insert into medias (project_id, storage_key, object_type, content_type, original_name, file_size, sha256, width, height, has_previews)
     select project_id, md5('history' || project_id || '/' || n), 'image', 'image/jpeg', 'photo.jpg', 100000, md5('h' || n), 1080, 1080, true
     from bench_projects, generate_series(1, 20) n`,
  )
  await client.query(
    `create temp table if not exists bench_medias as
     select project_id, id as media_id, row_number() over (partition by project_id order by id) - 1 as k
     from medias where original_name = 'photo.jpg' and project_id in (select project_id from bench_projects)`,
  )
  await client.query(
    'create index on bench_medias (project_id, k); analyze bench_medias; analyze bench_projects',
  )
}

/** Everything about the posts of these numbers, one statement a table. Ids are taken before, so that nothing has to be looked up. */
const fillChunk = async (client: pg.Client, from: number, until: number): Promise<void> => {
  const projects = '(select count(*) from bench_projects)'
  await client.query('drop table if exists bench_chunk')
  await client.query(
    `create temp table bench_chunk as
     select nextval(pg_get_serial_sequence('posts', 'id')) as post_id, r.project_id, n, n % 1000 as kind,
       case when n % 4 = 3 then 'text' else 'single_photo' end as type,
       date_trunc('minute', now()) + case when n % 1000 < ${shares.ahead} then interval '1 day' + n % 90 * interval '1 day'
         else - interval '1 day' - (n % 1095) * interval '1 day' end + (n * 37 % 900) * interval '1 minute' - interval '450 minutes' as at
     from generate_series($1::int, $2::int - 1) n join bench_projects r on r.k = n % ${projects}`,
    [from, until],
  )
  // Triggers do not run here, so what they copy between a post and its schedule is written at once.
  const hasCopy = await hasColumn(client, 'posts', 'scheduled_at')
  await client.query(
    `insert into posts (id, project_id, type, created_at, updated_at, deleted_at ${hasCopy ? ', scheduled_at' : ''}) overriding system value
     select post_id, project_id, type, at - interval '9 days', at - interval '2 days',
       case when ${isDeleted} then at - interval '1 day' end ${hasCopy ? ', at' : ''} from bench_chunk`,
  )
  const knowsDeletion = await hasColumn(client, 'schedules', 'is_post_deleted')
  await client.query(
    `insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting, released_at ${knowsDeletion ? ', is_post_deleted' : ''})
     select post_id, project_id, (at at time zone 'Europe/Berlin')::date, (at at time zone 'Europe/Berlin')::time, 'Europe/Berlin', at, true,
       case when ${isLive} then at end ${knowsDeletion ? `, ${isDeleted}` : ''} from bench_chunk`,
  )
  await fillVersions(client)
}

const isAhead = `kind < ${shares.ahead}`
const isDeleted = `kind between ${shares.ahead} and ${shares.ahead + shares.deleted - 1}`
const isUnsaved = `kind between ${shares.ahead + shares.deleted} and ${shares.ahead + shares.deleted + shares.unsaved - 1}`
const isLive = `not (${isAhead} or ${isDeleted})`

const fillVersions = async (client: pg.Client): Promise<void> => {
  await client.query('drop table if exists bench_versions')
  await client.query(
    `create temp table bench_versions as
     select nextval(pg_get_serial_sequence('post_socials', 'id')) as id, c.*, network, place,
       case when ${isAhead} then (array['draft','pending_internal_approval','approved','scheduled'])[1 + n % 4]
         when ${isDeleted} then 'draft' when ${isUnsaved} and place = 2 then 'temporary_draft' else 'live' end as status
     from bench_chunk c
     cross join lateral unnest((array['facebook','instagram','linkedin'])[1:1 + (n % 2)::int]) with ordinality as v (network, place)`,
  )
  await client.query(
    `insert into post_socials (id, post_id, project_id, social_network, type, message, status, is_approved, published_at, external_id, created_at, updated_at)
     overriding system value
     select id, post_id, project_id, network, type, t.text, status, status in ('live', 'approved', 'scheduled'),
       case when status = 'live' then at end, case when status = 'live' then 'history-' || id end, at - interval '9 days', at
     from bench_versions v join bench_texts t on t.n = v.n % ${TEXTS}`,
  )
  await client.query(
    `insert into attachments (post_social_id, project_id, media_id, position)
     select v.id, v.project_id, m.media_id, 0 from bench_versions v
     join bench_medias m on m.project_id = v.project_id and m.k = v.n % 20 where v.type = 'single_photo'`,
  )
  await client.query(
    `insert into publications (post_social_id, project_id, social_network, status, content_digest, due_at, run_at, external_id, created_at, closed_at, first_sent_at)
     select id, project_id, network, 'live', md5('digest'), at, at, 'history-' || id, at, at, at from bench_versions where status = 'live'`,
  )
  await client.query(
    `insert into events (project_id, post_id, post_social_id, type, created_at)
     select project_id, post_id, id, case when status = 'live' then 'post_social.published' else 'post.saved' end, at from bench_versions`,
  )
  await fillSearch(client)
  await client.query('drop table bench_versions, bench_chunk')
}

/** What the triggers would write, with the words of each text taken apart only once. */
const fillSearch = (client: pg.Client) =>
  client.query(
    `insert into search_texts (post_social_id, project_id, post_id, form, words)
     select v.id, v.project_id, v.post_id, t.form,
       array_to_tsvector(array(select v.project_id || ':' || w from unnest(t.words) w))
     from bench_versions v join bench_search t on t.n = v.n % ${TEXTS}`,
  )

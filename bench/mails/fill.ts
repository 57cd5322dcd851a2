import type { Client } from 'pg'

const PROJECTS = 50
const PEOPLE = 500
const POSTS_EACH = 5

/** People of one kind of delivery, and what they are to be notified of. */
export type Group = { readonly name: string; readonly emails: readonly string[]; readonly posts: number }

/** 500 content creators in 50 projects, each with five posts. `mode`: 1 is mailed at once, 2 every hour. */
export const fillGroup = async (client: Client, name: string, mode: 1 | 2): Promise<Group> => {
  const ids = async (text: string, values: unknown[]): Promise<number[]> =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id))
  const [agency] = await ids('insert into agencies (name) values ($1) returning id', [`Mails ${name}`])
  const projects = await ids(
    `insert into projects (agency_id, name, timezone) select $1, $2 || ' ' || n, 'UTC' from generate_series(1, $3::int) n
     returning id`,
    [agency, name, PROJECTS],
  )
  const emails = Array.from({ length: PEOPLE }, (_, n) => `${name}${n}@mails.example`)
  const people = await ids(
    `insert into users (email, name, is_confirmed) select email, 'Maker ' || n, true
     from unnest($1::text[]) with ordinality as e (email, n) returning id`,
    [emails],
  )
  const homes = people.map((_, n) => projects[n % PROJECTS])
  await client.query(
    `insert into project_members (project_id, user_id, role) select *, 'content-creator' from unnest($1::bigint[], $2::bigint[])`,
    [homes, people],
  )
  await client.query(
    `insert into notification_settings (user_id, project_id, kind, is_on, mode, timezone)
     select u, p, 'published', true, $3::int, 'UTC' from unnest($1::bigint[], $2::bigint[]) as m (p, u)`,
    [homes, people, mode],
  )
  await client.query(
    `with made as (
       insert into posts (project_id, type, created_by) select p, 'text', u
       from unnest($1::bigint[], $2::bigint[]) as m (p, u), generate_series(1, $3::int) returning id, project_id)
     insert into post_socials (post_id, project_id, social_network, type, message, status)
     select id, project_id, 'facebook', 'text', '[post ' || id || '] A text of an ordinary length for a post of this kind.', 'draft'
     from made`,
    [homes, people, POSTS_EACH],
  )
  await client.query('analyze')
  return { name, emails, posts: PEOPLE * POSTS_EACH }
}

/** All posts of the group are published in this moment: each maker is to be notified of each of theirs. */
export const publishAll = (client: Client, { name }: Group) =>
  client.query(
    `insert into events (project_id, post_id, post_social_id, type, is_told)
     select v.project_id, v.post_id, v.id, 'post_social.published', false
     from post_socials v join projects p on p.id = v.project_id join agencies a on a.id = p.agency_id
     where a.name = $1 order by random()`,
    [`Mails ${name}`],
  )

/** A person with 5,000 notifications about the posts of a project. */
export const fillList = (client: Client, email: string, projectId: number, count: number) =>
  client.query(
    `insert into notifications (user_id, kind, project_id, event_id, post_id, post_social_id, created_at, read_at)
     select u.id, 'published', $2, 1000000000 + n, v.post_id, v.id, now() - n * interval '1 minute',
       case when n % 2 = 0 then now() end
     from users u, generate_series(1, $3::int) n
     join lateral (select id, post_id, row_number() over (order by id) as k, count(*) over () as all_of
       from post_socials where project_id = $2) v on v.k = n % v.all_of + 1
     where u.email = $1`,
    [email, projectId, count],
  )

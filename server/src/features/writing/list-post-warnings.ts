import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { findNamedClients, type NamedClient } from '#domain/posts/named-clients.ts'
import { findTooClose, findTwin, type Planned, SAME_TEXT_DAYS } from '#domain/posts/neighbours.ts'
import type * as contract from '#domain/posts/warnings-contract.ts'
import type { PostWarning } from '#domain/posts/warnings-contract.ts'
import { postGapMinutesOf } from '#domain/projects/post-gap.ts'
import { isOwn } from '#server/features/projects/own-projects.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { Person } from '#server/platform/session/scope.ts'

type Version = {
  readonly id: number
  readonly social_network: SocialNetwork
  readonly message: string
  readonly first_comment: string
  /** The addresses of its link and cards. */
  readonly links: readonly string[]
}

/** What to look at again before the post goes to others, each network for itself (docs/product/posts.md "Second look"). */
export const listPostWarnings = async (
  { params: { postId } }: Input<typeof contract.listPostWarnings>,
  { db, scope, person, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listPostWarnings>> => {
  const { projectId } = scope
  const versions = await readVersions(db, postId)
  const clients = await readClients(db, projectId, person)
  const files = await readFilesOfOthers(db, { postId, projectId, person })
  const neighbours = await readNeighbours(db, { postId, projectId, now })
  return versions.flatMap(version => [
    ...namingsIn(version, clients),
    ...files.filter(({ post_social_id }) => post_social_id === version.id).map(fileWarning(version)),
    ...planWarnings(version, neighbours),
  ])
}

/** Versions that went out are left out: nothing can be done about them. */
const readVersions = async (db: Reader, postId: number): Promise<Version[]> => {
  const { rows } = await sql<Version>`
    select s.id, s.social_network, s.message, s.first_comment,
      array(select a.extra_fields->>'link' from attachments a
        where a.post_social_id = s.id and a.extra_fields->>'link' <> '' order by a.position) as links
    from post_socials s where s.post_id = ${postId} and s.status <> 'live' order by s.id`.execute(db)
  return rows
}

type Clients = { readonly own: NamedClient; readonly others: readonly NamedClient[] }

/** The project, and the others of its agency that the person may see: nobody learns here that another exists. */
const readClients = async (db: Reader, projectId: number, person: Person): Promise<Clients> => {
  const { rows } = await sql<NamedClient & { is_own: boolean }>`
    select p.id, p.name, p.id = ${projectId} as is_own,
      array(select handle from social_accounts a, lateral (values (a.name), (a.account_details->>'username'),
          (a.account_details->>'vanityName')) as named (handle)
        where a.project_id = p.id and a.removed_at is null and handle <> '') as handles
    from projects p join projects here on here.id = ${projectId} and here.agency_id = p.agency_id
    where ${isOwn(person)} order by p.id`.execute(db)
  const [own] = rows.filter(({ is_own }) => is_own)
  return {
    own: own ?? { id: projectId, name: '', handles: [] },
    others: rows.filter(({ is_own }) => !is_own),
  }
}

const namingsIn = (
  { social_network, message, first_comment, links }: Version,
  clients: Clients,
): PostWarning[] =>
  findNamedClients([message, first_comment, ...links].join('\n'), clients).map(({ client, found }) => ({
    kind: 'other_client',
    social_network,
    client: client.name,
    found,
  }))

type FileOfOther = { readonly post_social_id: number; readonly client: string; readonly file: string }
type Place = { readonly postId: number; readonly projectId: number }

/** The files of the post whose bytes are in another project of the agency that the person may see; of several the first. */
const readFilesOfOthers = async (
  db: Reader,
  { postId, projectId, person }: Place & { readonly person: Person },
): Promise<FileOfOther[]> => {
  const { rows } = await sql<FileOfOther>`
    select distinct on (s.id, m.sha256) s.id as post_social_id, p.name as client, m.original_name as file
    from post_socials s
    join attachments a on a.post_social_id = s.id
    join medias m on m.id = a.media_id
    join medias o on o.sha256 = m.sha256 and o.project_id <> m.project_id and o.deleted_at is null
      and o.source <> 'conversation'
    join projects p on p.id = o.project_id
    join projects here on here.id = ${projectId} and here.agency_id = p.agency_id
    where s.post_id = ${postId} and ${isOwn(person)} order by s.id, m.sha256, p.id`.execute(db)
  return rows
}

const fileWarning =
  ({ social_network }: Version) =>
  ({ client, file }: FileOfOther): PostWarning => ({
    kind: 'file_of_other_client',
    social_network,
    client,
    file,
  })

type Neighbours = {
  /** When the post goes out; null: it has no schedule. */
  readonly at: Date | null
  readonly now: Date
  readonly gapMinutes: number
  readonly others: readonly (Planned & { readonly post_id: number })[]
}

/** What else the project's accounts have within a week of the post, or of now while it has no time. */
const readNeighbours = async (
  db: Reader,
  { postId, projectId, now }: Place & { readonly now: Date },
): Promise<Neighbours> => {
  const planned = await db
    .selectFrom('schedules')
    .select('datetime')
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const at = planned?.datetime ?? null
  const settings = await db
    .selectFrom('project_settings')
    .select(['name', 'value'])
    .where('project_id', '=', projectId)
    .where('name', '=', 'post-gap-minutes')
    .execute()
  const around = at ?? now
  const week = sql`${SAME_TEXT_DAYS} * interval '1 day'`
  const inWeek = (time: string) =>
    sql`${sql.ref(time)} between ${around}::timestamptz - ${week} and ${around}::timestamptz + ${week}`
  const { rows } = await sql<Neighbours['others'][number]>`
    select s.post_id, s.social_network, s.message, near.at from (
      select c.post_id, c.datetime as at, null as social_network from schedules c
      where c.project_id = ${projectId} and c.deleted_at is null and ${inWeek('c.datetime')}
      union all
      select l.post_id, l.published_at, l.social_network from post_socials l
      where l.project_id = ${projectId} and l.published_at is not null and ${inWeek('l.published_at')}
    ) as near
    join posts o on o.id = near.post_id and o.deleted_at is null
    join post_socials s on s.post_id = o.id and s.social_network = coalesce(near.social_network, s.social_network)
      and s.status <> 'temporary_draft'
    where o.id <> ${postId} order by near.at limit 1000`.execute(db)
  return { at, now, gapMinutes: postGapMinutesOf(settings), others: rows }
}

const planWarnings = (
  { social_network, message }: Version,
  { at, now, gapMinutes, others }: Neighbours,
): PostWarning[] => {
  const own = { social_network, message, at: at ?? now }
  const twin = findTwin(own, others)
  const close = at && findTooClose(own, others, gapMinutes)
  return [
    ...(twin
      ? [{ kind: 'planned_twice' as const, social_network, post_id: twin.post_id, at: twin.at.toISOString() }]
      : []),
    ...(close && close.post_id !== twin?.post_id
      ? [
          {
            kind: 'too_close' as const,
            social_network,
            post_id: close.post_id,
            at: close.at.toISOString(),
            gap_minutes: gapMinutes,
          },
        ]
      : []),
  ]
}

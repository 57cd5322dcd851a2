import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { FoundPost } from '#domain/posts/model.ts'
import { excerptOf, isInText } from '#domain/posts/search-excerpt.ts'
import { type PostSocialStatus, postStatus } from '#domain/posts/status.ts'
import { isOwn } from '#server/features/projects/own-projects.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { roleIn } from '#server/platform/session/scope.ts'
import { bestOfProject, idIn, isSavedOrOwn } from './post-search.ts'
import { failedAnswer, failedAnswerOf, isSeenBy } from './summaries.ts'

/** How many posts of the project in front, and of all others together; and of each of those. */
const FIRST_PROJECT_POSTS_MAX = 8
const OTHER_PROJECTS_POSTS_MAX = 12
const EACH_PROJECT_POSTS_MAX = 4
const FIRST_PROJECTS = 15

type FoundRow = {
  post_id: number
  rank: number
  project_id: number
  project_name: string
  role: Role
  datetime: Date | null
  timezone: string | null
  /** Whether its project has more matches than are read. */
  has_more: boolean
  versions: readonly [SocialNetwork, PostSocialStatus, string, string, boolean, string | null][]
}

export const searchPosts = async (
  { query: { q, first } }: Input<typeof contract.searchPosts>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.searchPosts>> => {
  if (q === '') return { posts: [], more_in: [] }
  const inFront =
    first === undefined
      ? []
      : await find(call, q, {
          where: sql`p.id = ${first}`,
          most: FIRST_PROJECT_POSTS_MAX,
          each: FIRST_PROJECT_POSTS_MAX,
        })
  const others = await findInOthers(call, q, await listByActivity(call, q, first))
  const rows = [...inFront, ...others]
  const posts: FoundPost[] = []
  for (const row of rows) {
    posts.push(toFound(row, q))
    // The excerpts of long texts take a while, and others must not wait for all of them.
    await nextTurn()
  }
  return { posts, more_in: [...new Set(rows.flatMap(row => (row.has_more ? row.project_id : [])))] }
}

/**
 * The person's other projects, the ones in which something was begun last first, as people look for what they work on; before them the one
 * that has the post of this number.
 */
const listByActivity = async (
  { db, person }: SignedInPoolCall,
  q: string,
  first: number | undefined,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p where ${isOwn(person)} and p.id is distinct from ${first ?? null}::bigint
    order by p.id is not distinct from (select n.project_id from posts n where n.id = ${idIn(q)}::bigint) desc,
      (select max(n.id) from posts n where n.project_id = p.id and n.deleted_at is null) desc nulls last`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Searches some projects, then more, until there is enough. A common word is in the first few already, where each project takes two
 * milliseconds; of a rare one each project takes a tenth of that.
 */
const findInOthers = async (
  call: SignedInPoolCall,
  q: string,
  projectIds: readonly number[],
): Promise<FoundRow[]> => {
  const found: FoundRow[] = []
  for (let from = 0, count = FIRST_PROJECTS; from < projectIds.length; from += count, count *= 4) {
    const most = OTHER_PROJECTS_POSTS_MAX - found.length
    if (most <= 0) break
    const ids = projectIds.slice(from, from + count)
    found.push(
      ...(await find(call, q, { where: sql`p.id = any(${ids})`, most, each: EACH_PROJECT_POSTS_MAX })),
    )
  }
  return found
}

type Part = { readonly where: RawBuilder<unknown>; readonly most: number; readonly each: number }

/** The best matches of some of the person's projects, each project for itself: none can crowd out another. */
const find = async (
  { db, person }: SignedInPoolCall,
  q: string,
  { where, most, each }: Part,
): Promise<FoundRow[]> => {
  const { rows } = await sql<FoundRow>`
    with own as materialized (
      select p.id, p.name, p.timezone, ${roleIn('p', person)} as role from projects p where ${isOwn(person)} and ${where}
    ), best as materialized (
      select o.id as project_id, o.name as project_name, o.role, found.post_id, found.rank, found.matches
      from own o cross join lateral (
        select m.*, row_number() over (order by m.rank, m.post_id desc) as place, count(*) over () as matches
        from (${bestOfProject(q, person.userId, each + 1)}) m) found
      where found.place <= ${each} order by found.rank, found.post_id desc limit ${most}
    )
    select b.post_id, b.rank, b.project_id, b.project_name, b.role, s.datetime, s.timezone, x.versions,
      b.matches > count(*) over (partition by b.project_id) as has_more
    from best b left join schedules s on s.post_id = b.post_id and s.deleted_at is null
      cross join lateral (
        select json_agg(json_build_array(v.social_network, v.status, v.message, v.first_comment, v.is_approved,
            ${failedAnswerOf('v')})
          order by v.social_network collate "C") as versions
        from post_socials v where v.post_id = b.post_id and ${isSavedOrOwn(person.userId)}
          and (b.role <> 'external-approver' or ${isSeenBy('client', 'v')})) x
    order by min(b.rank) over (partition by b.project_id), max(b.post_id) over (partition by b.project_id) desc,
      b.project_id, b.rank, b.post_id desc`.execute(db)
  return rows
}

/** The text that shows the match; where only a link, a label or the number matches, the beginning of the message. */
const shownText = ({ versions }: FoundRow, q: string): string => {
  const texts = [...versions.map(([, , message]) => message), ...versions.map(([, , , comment]) => comment)]
  return texts.find(text => isInText(text, q)) ?? texts.find(text => text !== '') ?? ''
}

const toFound = (row: FoundRow, q: string): FoundPost => ({
  id: row.post_id,
  project_id: row.project_id,
  project_name: row.project_name,
  role: row.role,
  status: postStatus(row.versions.map(([, status]) => status)),
  versions: row.versions.map(([social_network, status, , , is_approved, answer]) => ({
    social_network,
    status,
    is_approved,
    ...failedAnswer(answer),
  })),
  schedule:
    row.datetime === null || row.timezone === null
      ? null
      : { datetime: row.datetime.toISOString(), timezone: row.timezone },
  excerpt: excerptOf(shownText(row, q), q),
})

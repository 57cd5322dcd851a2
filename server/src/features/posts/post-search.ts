import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isShownToClients } from '#server/features/media/shown-to-clients.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { audienceOf, isSeenBy } from './summaries.ts'

/** Which project is searched, for whom: values, or columns of the statement. `isSeen` is a condition on the version `v`. */
type SearchedProject = {
  readonly id: number | RawBuilder<number>
  readonly timezone: string | RawBuilder<string>
  readonly isSeen: RawBuilder<SqlBool>
  readonly personId: number
}

/** Whether the version `v` was ever saved, or belongs to a post that this person began. */
export const isSavedOrOwn = (personId: number): RawBuilder<SqlBool> => sql`(v.status <> 'temporary_draft'
  or exists (select 1 from posts own where own.id = v.post_id and own.created_by = ${personId}))`

/** Whether a version was ever saved, or by this person begun, and this audience sees it. */
const isFindable = ({ isSeen, personId }: Pick<SearchedProject, 'isSeen' | 'personId'>) =>
  sql`${isSavedOrOwn(personId)} and ${isSeen}`

const form = (q: string) => sql`search_form(${q}::text)`

/** The id that was typed, or null: `123` or `#123`. */
export const idIn = (q: string): number | null => {
  const digits = /^#?(\d{1,15})$/.exec(q.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * The versions with these words, as `t`. Every word is stored with its project, so this reads what the project wrote and nothing of others
 * (decision 52).
 */
const withWords = (q: string, id: SearchedProject['id']) => sql`
  search_texts t where t.project_id = ${id} and t.words @@ search_query(${id}, search_terms(${form(q)}))
    and search_has_phrases(t.form, search_phrases(${form(q)}))`

/** Posts found by more than their words: on the days of a label with this text, in a campaign of this name, and by their number. */
const byOtherThanWords = (q: string, { id, timezone, ...person }: SearchedProject) => sql`
  select n.id as post_id, n.rank from (
    select p.id, 3 as rank from day_labels l join posts p on p.project_id = l.project_id and p.deleted_at is null
      and p.scheduled_at >= l.start_at::timestamp at time zone ${timezone}
      and p.scheduled_at < (l.end_at + 1)::timestamp at time zone ${timezone}
    where l.project_id = ${id} and l.deleted_at is null and ${form(q)} <> '' and position(${form(q)} in l.search_form) > 0
    union all
    select p.id, 3 from campaigns c join posts p on p.campaign_id = c.id and p.deleted_at is null
    where c.project_id = ${id} and c.deleted_at is null and ${form(q)} <> '' and position(${form(q)} in c.search_form) > 0
    union all
    select p.id, 0 from posts p where p.id = ${idIn(q)}::bigint and p.project_id = ${id} and p.deleted_at is null
  ) n
  where exists (select 1 from post_socials v where v.post_id = n.id and ${isFindable(person)})`

/**
 * The filter of a list: whether the post `p` of the statement is found by this text, in the project of the scope and among the versions
 * that its person sees. Add it to the conditions with `and`; a text without any word finds nothing, so leave it out for an empty one.
 * The text is whatever was typed, at most `POST_SEARCH_MAX` characters (docs/product/search.md "What is found").
 */
export const isFound = (scope: ProjectScope, personId: number, q: string): RawBuilder<SqlBool> => {
  const { projectId: id, timezone } = scope
  const project = { id, timezone, isSeen: isSeenBy(audienceOf(scope), 'v'), personId }
  return sql<SqlBool>`p.id in (
    select t.post_id from ${withWords(q, id)}
      and exists (select 1 from post_socials v where v.id = t.post_social_id and ${isFindable(project)})
    union all select post_id from (${byOtherThanWords(q, project)}) other)`
}

/**
 * How many of a project's newest posts with these words are ranked; what is rarer is found however old it is. `offset 0` below: of a common
 * word only these are looked at more closely.
 */
const RANKED_MAX = 60

/**
 * The best matches of project `o`, with `post_id` and `rank`: 0 by number, 1 with the words in this order, 2 with all words, 3 by label or campaign.
 * `o`: a row of the person's projects with id, timezone and role.
 */
export const bestOfProject = (q: string, personId: number, limit: number): RawBuilder<unknown> => {
  const project: SearchedProject = {
    id: sql<number>`o.id`,
    timezone: sql<string>`o.timezone`,
    isSeen: sql<SqlBool>`(o.role <> 'external-approver' or ${isShownToClients('v')})`,
    personId,
  }
  return sql`
    select post_id, min(rank) as rank from (
      (select newest.post_id, case when position(${form(q)} in newest.form) > 0 then 1 else 2 end as rank from (
        select t.post_id, texts.form
        from (select t.post_id, t.post_social_id from ${withWords(q, project.id)} order by t.post_id desc offset 0) t
          join post_socials v on v.id = t.post_social_id join search_texts texts on texts.post_social_id = v.id
        where ${isFindable(project)}
          and exists (select 1 from posts p where p.id = t.post_id and p.deleted_at is null)
        order by t.post_id desc limit ${RANKED_MAX}) newest)
      union all
      (select other.post_id, other.rank from (${byOtherThanWords(q, project)}) other order by other.post_id desc limit ${limit})
    ) matches group by post_id order by rank, post_id desc limit ${limit}`
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listSummaries } from './summaries.ts'

/** How many posts come with their number: what a dialog and a drawer show. */
const UNSAVED_SHOWN = 5

export const listUnsavedPosts = async (
  _input: Input<typeof contract.listUnsavedPosts>,
  { db, scope, person, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listUnsavedPosts>> => {
  const { rows } = await sql<{ id: number }>`select p.id from posts p
    where p.project_id = ${scope.projectId} and p.deleted_at is null and ${isUnsavedOf(person.userId)}
    order by p.id desc`.execute(db)
  const ids = rows.slice(0, UNSAVED_SHOWN).map(({ id }) => id)
  const summaries = await listSummaries(db, scope, ids, now)
  return { posts: summaries.map(({ post }) => post), total: rows.length }
}

/**
 * Whether this person began the post `p` and never saved it as a draft, although something is in it. Looked for among the temporary
 * versions, of which there are few.
 */
export const isUnsavedOf = (personId: number): RawBuilder<SqlBool> => sql<SqlBool>`(p.created_by = ${personId}
  and p.id in (select t.post_id from post_socials t where t.status = 'temporary_draft'
    and (t.message <> '' or t.first_comment <> '' or exists (select 1 from attachments a where a.post_social_id = t.id)))
  and not exists (select 1 from post_socials s where s.post_id = p.id and s.status <> 'temporary_draft'))`

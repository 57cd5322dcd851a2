import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/projects/contract.ts'
import { PROJECT_PAGE } from '#domain/projects/own-projects.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { findOwnProjects } from './own-projects.ts'

/** Not `like`: a percent sign in a name is a sign like any other. */
const hasWord = (word: string) => sql`position(lower(${word}) in lower(p.name || ' ' || a.name)) > 0`

export const searchProjects = async (
  { query: { q = '', after, ids } }: Input<typeof contract.searchProjects>,
  { db, person, services }: SignedInPoolCall,
): Promise<Answer<typeof contract.searchProjects>> => {
  const conditions = [
    ...q.split(/\s+/).filter(Boolean).map(hasWord),
    ...(after === undefined ? [] : [sql`p.id > ${after}`]),
    ...(ids === undefined ? [] : [sql`p.id = any(${ids})`]),
  ]
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const limit = PROJECT_PAGE + 1
  const found = await findOwnProjects(db, person, services.config.publicUrl, { where, limit })
  const projects = found.slice(0, PROJECT_PAGE)
  const hasNext = found.length > projects.length
  return { projects, next_after: hasNext ? (projects.at(-1)?.id ?? null) : null }
}

import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { can } from '#domain/permissions/can.ts'
import type * as contract from '#domain/projects/archiving-contract.ts'
import { ARCHIVED_PROJECTS_MAX } from '#domain/projects/archiving-contract.ts'
import { findArchivedProjects } from '#server/features/projects/own-projects.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { countPlannedPosts } from './planned-posts.ts'

const notPlanned = { scheduled_posts: null, missed_posts: null }

const readWho = async (db: Reader, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; name: string | null }>`
    select p.id, trim(u.name || ' ' || u.last_name) as name from projects p left join users u on u.id = p.archived_by
    where p.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const listArchivedProjects = async (
  _input: Input<typeof contract.listArchivedProjects>,
  { db, person, services }: SignedInPoolCall,
): Promise<Answer<typeof contract.listArchivedProjects>> => {
  const found = await findArchivedProjects(db, person, services.config.publicUrl, ARCHIVED_PROJECTS_MAX)
  const ids = found.map(({ id }) => id)
  const whoArchived = await readWho(db, ids)
  const plannedOf = await countPlannedPosts(db, ids)
  return {
    projects: found.map(project => ({
      ...project,
      archived_by: can(project, 'post.seeInternalApprovalRound')
        ? (whoArchived.get(project.id) ?? null)
        : null,
      ...(can(project, 'board.see') ? plannedOf(project.id) : notPlanned),
    })),
  }
}

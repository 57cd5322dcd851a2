import { sql } from 'kysely'
import type { HandedOver, HandOver } from '#domain/agencies/hand-over-contract.ts'
import { countStoppedPosts } from '#server/features/archived-projects/planned-posts.ts'
import type { Reader } from '#server/platform/db/database.ts'

type Counts = Pick<HandedOver, 'posts' | 'files' | 'clients'> & HandOver['stays']

const readCounts = async (db: Reader, projectId: number): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from posts t where t.project_id = ${projectId} and t.deleted_at is null) as posts,
      (select count(*)::int from medias m where m.project_id = ${projectId} and m.deleted_at is null
        and m.source <> 'conversation') as files,
      (select count(*)::int from project_members m where m.project_id = ${projectId} and m.role = 'external-approver') as clients,
      (select count(*)::int from project_members m where m.project_id = ${projectId} and m.role <> 'external-approver') as people,
      (select count(*)::int from notes n where n.project_id = ${projectId} and not n.is_for_client) as internal_notes`.execute(
    db,
  )
  return rows[0] ?? { posts: 0, files: 0, clients: 0, people: 0, internal_notes: 0 }
}

const readAccounts = (db: Reader, projectId: number) =>
  db
    .selectFrom('social_accounts')
    .select(['social_network', 'name'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/** What goes with a project to another agency, and what does not (docs/product/hand-over.md "What goes"). */
export const readParts = async (db: Reader, projectId: number): Promise<Omit<HandOver, 'offer'>> => {
  const { people, internal_notes, ...counts } = await readCounts(db, projectId)
  return {
    goes: {
      ...counts,
      scheduled_posts: await countStoppedPosts(db, projectId),
      accounts: await readAccounts(db, projectId),
    },
    stays: { people, internal_notes },
  }
}

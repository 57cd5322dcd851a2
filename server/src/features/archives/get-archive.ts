import type * as contract from '#domain/archives/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { keptSince, toWireArchive } from './archives.ts'

export const getArchive = async (
  _input: Input<typeof contract.getArchive>,
  { db, scope, services, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.getArchive>> => {
  const row = await db
    .selectFrom('project_archives')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where(eb => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>', keptSince(now))]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { archive: row ? toWireArchive(row, { scope, publicUrl: services.config.publicUrl }) : null }
}

import type * as contract from '#domain/archives/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toWireArchive } from './archives.ts'
import { writeArchiveQueue } from './write-archive.ts'

/** One at a time for a project; the one before can be downloaded until this one is ready. */
export const createArchive = async (
  _input: Input<typeof contract.createArchive>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createArchive>> => {
  const { tx, scope, person, services, now } = call
  const row = await tx
    .insertInto('project_archives')
    .values({ project_id: scope.projectId, user_id: person.userId, created_at: now })
    .onConflict(conflict => conflict.column('project_id').where('status', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('illegal_transition', { message: 'An export of this project is being made already.' })
  await audit(tx, byScoped(call), { action: 'project.exported', subject: scope.projectName })
  await services.jobs.enqueue(tx, writeArchiveQueue, { archiveId: row.id })
  return { archive: toWireArchive(row, { scope, publicUrl: services.config.publicUrl }) }
}

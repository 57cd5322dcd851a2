import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/projects/archiving-contract.ts'
import { endArchivedHold, lockSending } from '#server/features/publishing/engine/holds.ts'
import { wakePublishing } from '#server/features/publishing/engine/wake.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { countPlannedPosts } from './planned-posts.ts'

/**
 * Brings an archived client back as it was (docs/product/archived-projects.md "Brought back"). What came due in the meantime is put aside by
 * the sweep that this wakes, and is asked about like what was missed in a pause.
 */
export const bringBackProject = async (
  _input: Input<typeof contract.bringBackProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.bringBackProject>> => {
  const { tx, scope, person } = call
  const { projectId, projectName } = scope
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set({ archived_at: null, archived_by: null })
    .where('id', '=', projectId)
    .where('archived_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return fail('not_archived')
  await lockSending(tx)
  await endArchivedHold(tx, { projectId, by: person.userId, now: await databaseNow(tx) })
  const planned = (await countPlannedPosts(tx, [projectId]))(projectId)
  await audit(tx, byScoped(call), {
    action: 'project.brought_back',
    subject: projectName,
    new: { posts: planned.missed_posts },
  })
  await wakePublishing(tx)
  return planned
}

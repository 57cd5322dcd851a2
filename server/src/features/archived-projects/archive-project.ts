import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/projects/archiving-contract.ts'
import { addHold, lockSending } from '#server/features/publishing/engine/holds.ts'
import type { ConnectorsOf } from '#server/features/social-accounts/connection/connectors.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { refuseArchived } from '#server/platform/http/archived.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { disconnectAll } from './disconnect-all.ts'
import { countStoppedPosts } from './planned-posts.ts'

/** Of two admins at once the second finds it archived. */
const mark = async ({ tx, scope, person, now }: ScopedCall): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set({ archived_at: now, archived_by: person.userId })
    .where('id', '=', scope.projectId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Archives a client: from the commit on nothing of it goes out and nobody changes it (docs/product/archived-projects.md "Archiving"). Accounts come
 * before the lock of what decides to send, in the publisher's order.
 */
export const archiveProject =
  (connectors: ConnectorsOf) =>
  async (
    _input: Input<typeof contract.archiveProject>,
    call: ScopedCall,
  ): Promise<Answer<typeof contract.archiveProject>> => {
    const { tx, scope, person } = call
    const { projectId, projectName, role } = scope
    if (!(await mark(call))) return refuseArchived({ isArchived: true, role }) ?? fail('not_found')
    const accounts = await disconnectAll(call, connectors, { ...byScoped(call), projectId })
    if (typeof accounts !== 'number') return accounts
    await lockSending(tx)
    await addHold(tx, {
      scope: 'project',
      projectId,
      reason: 'archived',
      heldBy: person.userId,
      now: await databaseNow(tx),
    })
    const posts = await countStoppedPosts(tx, projectId)
    await audit(tx, byScoped(call), {
      action: 'project.archived',
      subject: projectName,
      new: { posts, accounts },
    })
    return { scheduled_posts: posts, accounts }
  }

import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { networks } from '#domain/networks/network.ts'
import type * as contract from '#domain/projects/archiving-contract.ts'
import { addHold, lockSending } from '#server/features/publishing/engine/holds.ts'
import type { ConnectorsOf } from '#server/features/social-accounts/connection/connectors.ts'
import { disconnect, isBeingSent, lockPublications } from '#server/features/social-accounts/disconnect.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { refuseArchived } from '#server/platform/http/archived.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { countStoppedPosts } from './planned-posts.ts'

const busy = () =>
  fail('being_published', {
    message:
      'A post of this client is being published. Try again in a few minutes; to stop the others until then, pause the client.',
  })

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

const listConnected = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('social_accounts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/** Gives up the access to all accounts; the main network of the project stays chosen. @returns how many they were */
const disconnectAll = async (
  call: ScopedCall,
  connectors: ConnectorsOf,
): Promise<number | Failure<'being_published'>> => {
  const { tx, scope } = call
  const accounts = await listConnected(tx, scope.projectId)
  for (const account of accounts) {
    if (!(await lockPublications(tx, account.id))) return busy()
    await disconnect(call, connectors, account)
    if (await isBeingSent(tx, account.id)) return busy()
    await audit(tx, byScoped(call), {
      action: 'social_account.removed',
      subject: networks[account.social_network].label,
      old: { account: account.name },
    })
  }
  return accounts.length
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
    const accounts = await disconnectAll(call, connectors)
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

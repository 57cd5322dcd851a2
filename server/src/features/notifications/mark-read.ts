import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/contract.ts'
import { notifyPages } from '#server/platform/events/notified.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { readUnreadCounts } from './unread.ts'

/** The person's other pages show it as read at once. */
export const markRead = async (
  { body }: Input<typeof contract.markRead>,
  { tx, person, now }: SignedInCall,
): Promise<Answer<typeof contract.markRead>> => {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', person.userId)
    .where('read_at', 'is', null)
    .$if('ids' in body, query => query.where('id', 'in', 'ids' in body ? body.ids : []))
    .$if('post_id' in body, query => query.where('post_id', '=', 'post_id' in body ? body.post_id : 0))
    .$if('agency_id' in body, query =>
      query.where('agency_id', '=', 'agency_id' in body ? body.agency_id : 0),
    )
    .$if('project_id' in body, query => {
      const of = 'project_id' in body ? body : null
      return of ? query.where('project_id', '=', of.project_id).where('kind', '=', of.kind) : query
    })
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notifyPages(tx, [person.userId])
  return readUnreadCounts(tx, person)
}

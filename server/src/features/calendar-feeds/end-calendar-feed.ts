import type * as contract from '#domain/calendar-feeds/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const endCalendarFeed = async (
  _input: Input<typeof contract.endCalendarFeed>,
  { tx, scope, person }: ScopedCall,
): Promise<Answer<typeof contract.endCalendarFeed>> => {
  await tx
    .deleteFrom('calendar_feeds')
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', person.userId)
    .execute()
  return {}
}

export const deleteFeeds = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.deleteFrom('calendar_feeds').where('id', 'in', ids).execute()
}

import type * as contract from '#domain/calendar-feeds/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

export const getCalendarFeed = async (
  _input: Input<typeof contract.getCalendarFeed>,
  { db, scope, person }: ScopedPoolCall,
): Promise<Answer<typeof contract.getCalendarFeed>> => {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', person.userId)
    .executeTakeFirst()
  return { created_at: feed?.created_at.toISOString() ?? null }
}

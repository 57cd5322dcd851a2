import type * as contract from '#domain/calendar-feeds/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'

export const renewCalendarFeed = async (
  _input: Input<typeof contract.renewCalendarFeed>,
  { tx, scope, person, now, services }: ScopedCall,
): Promise<Answer<typeof contract.renewCalendarFeed>> => {
  const token = makeSecret()
  const feed = { token_hash: hashSecret(token), created_at: now }
  await tx
    .insertInto('calendar_feeds')
    .values({ project_id: scope.projectId, user_id: person.userId, ...feed })
    .onConflict(earlier => earlier.columns(['project_id', 'user_id']).doUpdateSet(feed))
    .execute()
  return {
    url: `${services.config.publicUrl}/api/calendar-feeds/${token}/posts.ics`,
    created_at: now.toISOString(),
  }
}

import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'

/** Sessions that can still be used or renewed. */
export const listSessions = async (
  _input: Input<typeof contract.listSessions>,
  { db, person, now }: SignedInPoolCall,
): Promise<Answer<typeof contract.listSessions>> => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'user_agent', 'address'])
    .where('user_id', '=', person.userId)
    .where('ended_at', 'is', null)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('session_tokens')
          .select('session_id')
          .whereRef('session_tokens.session_id', '=', 'sessions.id')
          .where('refreshable_until', '>', now),
      ),
    )
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_current: row.id === person.sessionId,
  }))
}

import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { endAllFeeds } from '#server/features/calendar-feeds/end-lost-feeds.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'
import { expireLinks } from '#server/platform/session/links.ts'

export const endOtherSessions = async (
  _input: Input<typeof contract.endOtherSessions>,
  call: SignedInCall,
): Promise<Answer<typeof contract.endOtherSessions>> => {
  const { tx, person, now } = call
  // Somebody who also reads the mailbox could otherwise sign in again with a link that was mailed before. Before the sessions: a code that
  // is entered at this moment begins none that stays.
  await expireLinks(tx, person.userId, 'reset', now)
  await expireLinks(tx, person.userId, 'second_factor', now)
  const sessions = await endSessionsOf(tx, person.userId, { now, except: person.sessionId })
  await endAllFeeds(tx, person.userId)
  if (sessions > 0)
    await auditAccount(tx, ownAccount(person.userId, call), {
      action: 'account.sessions_ended',
      old: { sessions },
    })
  return {}
}

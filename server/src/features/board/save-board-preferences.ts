import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/board-preferences-contract.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { nextDigestAt, readPreferences } from './board-preferences.ts'

export const saveBoardPreferences = async (
  { body: { digest, lands_on_board } }: Input<typeof contract.saveBoardPreferences>,
  { tx, person, now }: SignedInCall,
): Promise<Answer<typeof contract.saveBoardPreferences>> => {
  const chosen = {
    lands_on_board,
    digest_days: digest?.days.toSorted((a, b) => a - b) ?? null,
    digest_time: digest?.time ?? null,
    digest_timezone: digest?.timezone ?? null,
    digest_at: digest && nextDigestAt(digest, now),
  }
  await tx
    .insertInto('board_preferences')
    .values({ user_id: person.userId, ...chosen })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
  return readPreferences(tx, person.userId)
}

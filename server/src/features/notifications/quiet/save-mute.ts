import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/mute-contract.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { dropQueuedDigests } from '#server/platform/mail/queue.ts'

/** What was written and not taken yet goes no more either: a mail here, a push message at its next try. */
export const saveMute = async (
  { body: { is_muted } }: Input<typeof contract.saveMute>,
  { tx, person: { userId }, now }: SignedInCall,
): Promise<Answer<typeof contract.saveMute>> => {
  if (!is_muted) {
    await tx.deleteFrom('muted_people').where('user_id', '=', userId).execute()
    return { is_muted }
  }
  await tx
    .insertInto('muted_people')
    .values({ user_id: userId, muted_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { email, is_confirmed } = await tx
    .selectFrom('users')
    .select(['email', 'is_confirmed'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  // Whose address it is nobody has shown yet: the mails may be another person's.
  if (is_confirmed) await dropQueuedDigests(tx, email)
  return { is_muted }
}

import { SECOND_FACTOR_MINUTES } from '#domain/accounts/second-factor.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { createLink } from '#server/platform/session/links.ts'
import { beginSession, type UsedFrom } from '#server/platform/session/tokens.ts'

/** Whether a sign-in of this person is finished with a code. */
export const asksSecondFactor = async (db: Reader, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('turned_on_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** What a sign-in answers instead of a session. It is none: every call but the one that finishes the sign-in refuses it. */
export const askSecondFactor = async (tx: Tx, userId: number, now: Date) => ({
  second_factor: 'due' as const,
  token: await createLink(tx, {
    userId,
    purpose: 'second_factor',
    now,
    minutes: SECOND_FACTOR_MINUTES,
  }),
  expires_in: SECOND_FACTOR_MINUTES * 60,
})

/** Taken before a session is begun and before the factor is turned on: no session may begin without a code once it is on. */
export const lockPerson = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Starts a session, or asks for the second factor first. */
export const beginOrAsk = async (tx: Tx, userId: number, now: Date, from: UsedFrom) => {
  await lockPerson(tx, userId)
  return (await asksSecondFactor(tx, userId))
    ? askSecondFactor(tx, userId, now)
    : beginSession(tx, userId, now, from)
}

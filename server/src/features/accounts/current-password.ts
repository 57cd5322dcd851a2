import type { Limit } from '#server/platform/session/attempts.ts'
import { isPassword } from '#server/platform/session/passwords.ts'

/** Someone who finds an unlocked computer must not be able to guess the password there. Its owner has the reset link. */
export const passwordGuesses = (userId: number): Limit => ({
  subject: `change password ${userId}`,
  times: 10,
  minutes: 24 * 60,
})

/** Why what was given is not the current password; null: it is. */
export const findPasswordProblem = async (
  kept: string,
  given: string | undefined,
): Promise<string | null> => {
  if (given === undefined) return 'Password is required'
  return (await isPassword(kept, given)) ? null : 'The password is not correct'
}

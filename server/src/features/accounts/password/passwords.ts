import { endAllFeeds } from '#server/features/calendar-feeds/end-lost-feeds.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { CallContext } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'
import { rememberDevice } from '#server/platform/session/known-devices.ts'
import { expireLinks, findLink } from '#server/platform/session/links.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { readDeviceAccount } from '../accounts-by-password.ts'
import { asksSecondFactor } from '../ask-second-factor.ts'
import { passwordChangedMail } from '../mails.ts'

export const findResetLink = async (
  db: Reader,
  { email, token }: { email: string; token: string },
  now: Date,
) => {
  const user = await findLink(db, token, 'reset', now)
  return user && !user.used_at && !user.is_blocked && user.email === email ? user : null
}

type Setting = {
  readonly now: Date
  /** The session that stays open. */
  readonly except?: number
  /** The mail to the owner; by default, that the password was changed. */
  readonly writeMail?: typeof passwordChangedMail
}

/** From now on the account recognises the device that makes this call (decision 27). */
export const rememberSignIn = async (
  db: Reader,
  { services, cookies, setCookie }: Pick<CallContext, 'services' | 'cookies' | 'setCookie'>,
  userId: number,
): Promise<void> => {
  const account = await readDeviceAccount(db, userId)
  if (account) setCookie(rememberDevice(services.config, cookies, account))
}

/**
 * Sets the password, ends the sessions that were started with the old one, and expires all open reset links. From now on the account
 * recognises only the device that makes this call; with a second factor, only if a session makes it: each new device could guess at the code anew.
 */
export const setPassword = async (
  tx: Tx,
  call: Pick<CallContext, 'services' | 'cookies' | 'setCookie'>,
  user: { id: number; email: string; password: string },
  { now, except, writeMail = passwordChangedMail }: Setting,
): Promise<void> => {
  const password_hash = await hashPassword(user.password)
  await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  await expireLinks(tx, user.id, 'reset', now)
  await expireLinks(tx, user.id, 'second_factor', now)
  await endSessionsOf(tx, user.id, except === undefined ? { now } : { now, except })
  await endAllFeeds(tx, user.id)
  if (except !== undefined || !(await asksSecondFactor(tx, user.id))) await rememberSignIn(tx, call, user.id)
  const { services } = call
  const { publicUrl } = services.config
  await queueMail(tx, services, {
    to: user.email,
    ...writeMail({ publicUrl, email: user.email }),
  })
}

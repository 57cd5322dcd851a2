import { RESET_MINUTES } from '#domain/accounts/account-fields.ts'
import type {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
} from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { confirmAddress, holdAddress } from '#server/features/accounts/addresses/commands.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Call, LimitedCall, Services, SignedInCall } from '#server/platform/http/route.ts'
import { passwordChangedLetter, passwordSetLetter, resetLetter } from '#server/platform/mail/letters.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'
import { createLink, expireLinks, findLink } from '#server/platform/session/links.ts'
import { hashPassword, isPassword } from '#server/platform/session/passwords.ts'

/** Each sends a mail, perhaps to somebody who has not asked for it. */
const MAILS = { times: 5, minutes: 60 }
/** Who found an unlocked computer must not find out the password there. */
const GUESSES = { times: 10, minutes: 10 }

const mailResetLink = (services: Services, email: string, now: Date): Promise<void> =>
  services.db.transaction().execute(async tx => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'is_blocked'])
      .where('email', '=', email)
      .orderBy('is_confirmed', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!user || user.is_blocked) return
    const token = await createLink(tx, { userId: user.id, purpose: 'reset', now, minutes: RESET_MINUTES })
    const { publicUrl } = services.config
    await queueMail(tx, services, { to: email, ...resetLetter({ publicUrl, email, token }) })
  })

export const forgotLimit = ({ body }: Input<typeof forgotPassword>): Limit => ({
  subject: `forgot ${body.email}`,
  ...MAILS,
})

/**
 * Looks the address up only after the answer: neither what it says nor how long it takes tells whether there is an account. Should the
 * process die in between, the person asks again.
 */
export const askForResetLink = async (
  { body }: Input<typeof forgotPassword>,
  { now, services, log, afterCommit }: Call,
): Promise<Answer<typeof forgotPassword>> => {
  afterCommit(() => {
    mailResetLink(services, body.email, now).catch((error: unknown) =>
      log.error({ err: error }, 'a reset link could not be mailed'),
    )
  })
  return {}
}

const findResetLink = async (db: Reader, { email, token }: { email: string; token: string }, now: Date) => {
  const user = await findLink(db, token, 'reset', now)
  return user && !user.used_at && !user.is_blocked && user.email === email ? user : null
}

export const checkResetLink = async (
  { body }: Input<typeof checkResetToken>,
  { tx, now }: Call,
): Promise<Answer<typeof checkResetToken>> => ((await findResetLink(tx, body, now)) ? {} : fail('link_ended'))

type Setting = {
  readonly now: Date
  /** The session that goes on. */
  readonly except?: number
  /** What the owner is told; that it was changed unless it says otherwise. */
  readonly letter?: typeof passwordChangedLetter
}

/** Sets it, ends the sessions that were begun with the old one, and uses up every reset link that is about. */
const setPassword = async (
  tx: Tx,
  services: Services,
  user: { id: number; email: string; password: string },
  { now, except, letter = passwordChangedLetter }: Setting,
): Promise<void> => {
  const password_hash = await hashPassword(user.password)
  await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  await expireLinks(tx, user.id, 'reset', now)
  await endSessionsOf(tx, user.id, except === undefined ? { now } : { now, except })
  const { publicUrl } = services.config
  await queueMail(tx, services, {
    to: user.email,
    ...letter({ publicUrl, email: user.email }),
  })
}

export const setPasswordByLink = async (
  { body }: Input<typeof resetPassword>,
  { tx, now, services, address }: Call,
): Promise<Answer<typeof resetPassword>> => {
  const found = await findResetLink(tx, body, now)
  if (!found) return fail('link_ended')
  await holdAddress(tx, found.email)
  // Of two who follow the link at once the second waits here, and then finds it used.
  await tx.selectFrom('users').select('id').where('id', '=', found.id).forUpdate().execute()
  const user = await findResetLink(tx, body, now)
  if (!user) return fail('link_ended')
  await setPassword(tx, services, { ...user, password: body.password }, { now })
  await auditAccount(tx, ownAccount(user.id, { address, now }), { action: 'account.password_reset' })
  // Whoever reads this mailbox has proved that it is theirs. Is it another account's by now, only this one's password is new.
  await confirmAddress(tx, user, { now, address })
  return {}
}

export const guessLimit = (
  { params }: Input<typeof changePassword>,
  { person }: LimitedCall,
): Limit | null =>
  person?.userId === params.userId ? { subject: `change password ${person.userId}`, ...GUESSES } : null

const wrongPassword = async (kept: string, given: string | undefined): Promise<string | null> => {
  if (given === undefined) return 'Password is required'
  return (await isPassword(kept, given)) ? null : 'The password is not correct'
}

export const changeOwnPassword = async (
  { params, body }: Input<typeof changePassword>,
  call: SignedInCall,
): Promise<Answer<typeof changePassword>> => {
  const { tx, now, services, person } = call
  if (params.userId !== person.userId) return fail('not_found')
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', person.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const refusal = user.password_hash && (await wrongPassword(user.password_hash, body.old_password))
  if (refusal) return fail('validation_error', { errors: { old_password: [refusal] } })
  const letter = user.password_hash ? passwordChangedLetter : passwordSetLetter
  const owner = { ...user, password: body.password }
  await setPassword(tx, services, owner, { now, except: person.sessionId, letter })
  await auditAccount(tx, ownAccount(person.userId, call), { action: 'account.password_changed' })
  return {}
}

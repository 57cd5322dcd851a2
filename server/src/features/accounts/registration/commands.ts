import { CONFIRM_DAYS } from '#domain/accounts/account-fields.ts'
import type { confirmEmail, resendConfirmation, signUp } from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import {
  confirmAddress,
  hasOwner,
  holdAddress,
  joinByInvitation,
} from '#server/features/accounts/addresses/commands.ts'
import { findByPassword, holdMatched, listCandidates } from '#server/features/accounts/commands.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Call, LimitedCall, Services, SignedInCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { confirmLetter, takenAddressLetter } from '#server/platform/mail/letters.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { createLink, expireLinks, findLink } from '#server/platform/session/links.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { beginSession } from '#server/platform/session/tokens.ts'

/** Each sends a mail, perhaps to somebody who has not asked for it. */
const MAILS = { times: 5, minutes: 60 }
const CONFIRM_MINUTES = CONFIRM_DAYS * 24 * 60

type Form = Input<typeof signUp>['body']

const createUser = async (tx: Tx, form: Form, passwordHash: string, now: Date): Promise<number> => {
  const { name, last_name, email, phone_number, company } = form
  const values = { name, last_name, email, phone_number, company, password_hash: passwordHash }
  const { id } = await tx
    .insertInto('users')
    .values({
      ...values,
      is_confirmed: false,
      came_by_invitation: form.invitation !== undefined,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The link, or to the owner of the address that somebody has tried it. The link is made in both cases: neither takes longer. */
const mailAboutAddress = async (
  tx: Tx,
  services: Services,
  { id, email, name }: { id: number; email: string; name: string },
  isTaken: boolean,
): Promise<void> => {
  const now = services.clock.now()
  const token = await createLink(tx, { userId: id, purpose: 'confirm', now, minutes: CONFIRM_MINUTES })
  const { publicUrl } = services.config
  const letter = isTaken
    ? takenAddressLetter({ publicUrl, email })
    : confirmLetter({ publicUrl, name, token })
  await queueMail(tx, services, { to: email, ...letter })
}

const mailsTo = (email: string): Limit => ({ subject: `sign up ${email}`, ...MAILS })

export const signUpLimit = ({ body }: Input<typeof signUp>): Limit => mailsTo(body.email)

/**
 * Signs up, or on: who signs up again with their own password comes into the account that they have. Everything is done alike whether
 * the address has an account or not; only the mail differs, which nobody but the owner of the mailbox reads (decision 15).
 */
export const signUpWithPassword = async (
  { body }: Input<typeof signUp>,
  { now, services, ...from }: Call,
): Promise<Answer<typeof signUp>> => {
  const { email, password } = body
  const passwordHash = await hashPassword(password)
  const seen = await listCandidates(services.db, email)
  const compared = await findByPassword(seen, password)
  return inTransaction(services.db, async (tx): Promise<Answer<typeof signUp>> => {
    await holdAddress(tx, email)
    // Of two who sign up at once the second finds what the first has made; nobody else is compared with a connection in hand.
    const present = await listCandidates(tx, email)
    const isAsSeen = JSON.stringify(present) === JSON.stringify(seen)
    const { matched, isTaken } = isAsSeen ? compared : await findByPassword(present, password)
    if (matched?.is_blocked) return fail('account_blocked')
    const own = matched && (await holdMatched(tx, matched)) ? matched : null
    const userId = own?.id ?? (await createUser(tx, body, passwordHash, now))
    if (body.invitation !== undefined) {
      const user = { id: userId, email, is_confirmed: own?.is_confirmed ?? false }
      const refusal = await joinByInvitation(tx, user, { token: body.invitation, now, address: from.address })
      return refusal ?? beginSession(tx, userId, now, from)
    }
    if (!own) await mailAboutAddress(tx, services, { id: userId, email, name: body.name }, isTaken)
    return beginSession(tx, userId, now, from)
  })
}

/** Followed twice it answers alike: mail programs and people open links more than once. */
export const confirmByLink = async (
  { body }: Input<typeof confirmEmail>,
  { tx, now, address }: Call,
): Promise<Answer<typeof confirmEmail>> => {
  const user = await findLink(tx, body.token, 'confirm', now)
  if (!user) return fail('link_ended')
  if (user.is_confirmed) return {}
  if (user.used_at || !(await confirmAddress(tx, user, { now, address }))) return fail('link_ended')
  await expireLinks(tx, user.id, 'confirm', now)
  return {}
}

const findOwn = (db: Reader, person: Person) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'is_confirmed'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()

/** Counted with the mails of sign-up: one mailbox gets so many of both. */
export const resendLimit = async (
  _input: Input<typeof resendConfirmation>,
  { services, person }: LimitedCall,
): Promise<Limit | null> => {
  const own = person && (await findOwn(services.db, person))
  return own && !own.is_confirmed ? mailsTo(own.email) : null
}

export const mailConfirmationAgain = async (
  _input: Input<typeof resendConfirmation>,
  { tx, services, person }: SignedInCall,
): Promise<Answer<typeof resendConfirmation>> => {
  const { id, email, name, is_confirmed } = await findOwn(tx, person)
  if (is_confirmed) return {}
  await mailAboutAddress(tx, services, { id, email, name }, await hasOwner(tx, email))
  return {}
}

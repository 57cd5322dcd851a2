import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/**
 * How many are hashed at once, on four threads that also read files: each hash takes 19 MB and a whole core for 50 ms, and anyone can
 * ask for it.
 */
const AT_ONCE = Math.min(3, availableParallelism())
/** A few seconds of waiting. Beyond that, trying again later is better than waiting. */
const WAITING_MAX = 100

/** Too many passwords are being hashed to accept another. Answered with 503. */
export class PasswordsBusy extends Error {
  readonly statusCode = 503
}

const limit = pLimit(AT_ONCE)

/** @throws PasswordsBusy */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (limit.pendingCount >= WAITING_MAX) throw new PasswordsBusy('too many passwords at once')
  return limit(work)
}

/** Some keyboards send é as one character, others as two (RFC 8265, section 4.2 "OpaqueString"). */
const prepared = (password: string): string => password.normalize('NFC')

/** Argon2id with the library's parameters, off the event loop. The password is not truncated. @throws PasswordsBusy */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(prepared(password)))

/**
 * Verified against when there is no account, so that the answer takes equally long: no call tells a stranger whether an address has an
 * account (docs/product/accounts.md "Secrecy of addresses").
 */
const decoy = hash('no account has this password')

/** Whether the password matches its hash. Takes equally long without one. @throws PasswordsBusy */
export const isPassword = async (kept: string | null | undefined, password: string): Promise<boolean> => {
  const against = kept ?? (await decoy)
  return (await inTurn(() => verify(against, prepared(password)))) && kept != null
}

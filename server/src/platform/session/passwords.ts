import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/**
 * How many are reckoned at once, of the four threads that also read files: each takes 19 MB and a whole processor for a twentieth of a
 * second, and anybody may ask for it.
 */
const AT_ONCE = Math.min(3, availableParallelism())
/** Some seconds of waiting. Who comes then had better come again. */
const MAX_WAITING = 100

/** So many passwords are being reckoned that one more would only wait. Answered 503. */
export class PasswordsBusy extends Error {
  readonly statusCode = 503
}

let running = 0
const waiting: (() => void)[] = []

/** @throws PasswordsBusy */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < AT_ONCE) running += 1
  else {
    if (waiting.length >= MAX_WAITING) throw new PasswordsBusy('too many passwords at once')
    // Whoever is done hands their place over.
    await new Promise<void>(resolve => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** One keyboard sends é as one sign, another as two (RFC 8265, section 4.2 "OpaqueString"). */
const prepared = (password: string): string => password.normalize('NFC')

/** Argon2id with the library's parameters; runs off the event loop. The whole password, however long, goes into it. @throws PasswordsBusy */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(prepared(password)))

/**
 * Compared when there is nothing to compare with, so that the answer takes as long as if there were: no call tells a stranger whether an
 * address has an account (document 3).
 */
const decoy = hash('no account has this password')

/** Whether it is the password that was kept; takes as long where none was. @throws PasswordsBusy */
export const isPassword = async (kept: string | null | undefined, password: string): Promise<boolean> => {
  const against = kept ?? (await decoy)
  return (await inTurn(() => verify(against, prepared(password)))) && kept != null
}

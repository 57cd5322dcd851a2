import { normalizeIP } from '@fastify/rate-limit'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import {
  admitAttempt,
  forgetAttempts,
  type GrowingLimit,
  takeBackAttempt,
  waitBefore,
} from '#server/platform/session/attempts.ts'
import { type DeviceAccount, findKnownDevice } from '#server/platform/session/known-devices.ts'
import { deviceAccount, type listCandidates, readDeviceAccount } from '../accounts-by-password.ts'
import { findSignInCode } from './sign-in-codes.ts'

const DAY_MINUTES = 24 * 60

/** Of one device, or of one network address on one email address: a person has mistyped by then, and uses the link instead. */
const OF_ONE = { times: 24, minutes: DAY_MINUTES, free: 5, firstSeconds: 30, longestSeconds: 3600 }

/**
 * Of all devices together that the account does not know. Windows of a day lie side by side, so that no 24 hours see more than twice this:
 * fewer than 100 (decision 27).
 */
const OF_UNKNOWN = { times: 48, minutes: DAY_MINUTES, free: 48, firstSeconds: 1, longestSeconds: 1 }

type Candidates = Awaited<ReturnType<typeof listCandidates>>

/** A password about to be compared. */
export type Guess = {
  /** With whose passwords. */
  readonly among: Candidates
  /** It was right: only wrong ones count. */
  takeBack(): Promise<void>
}

type Place = Pick<PoolCall, 'services' | 'now' | 'cookies' | 'address'>

/** For IPv6 the /64 network, as in the limits of calls: a client that has one of its addresses has all of them. */
const networkOf = (address: string): string => normalizeIP(address)

/** Counts it in all of these, or says how many seconds it has to wait. */
const countIn = async (
  { services: { db }, now }: Place,
  own: string,
  shared: string | null,
): Promise<(() => Promise<void>) | number> => {
  const limits: GrowingLimit[] = [{ ...OF_ONE, subject: own }]
  if (shared !== null) limits.push({ ...OF_UNKNOWN, subject: shared })
  for (const limit of limits) {
    const wait = await admitAttempt(db, limit, now)
    if (wait !== null) return wait
  }
  return async () => {
    await forgetAttempts(db, own)
    if (shared !== null) await takeBackAttempt(db, shared)
  }
}

/** Mailed codes that are wrong, from one network address: people mistype, and nobody elsewhere uses that up. */
const WRONG_CODES = { times: 10, minutes: 60 }

type Coded = { readonly email: string; readonly code: string }

/**
 * A guess with a mailed code counts by that code alone, so that no stranger's guesses reach it, and is compared with the password of the
 * account it was mailed for.
 */
export const countGuessWithCode = async (
  place: Place,
  { email, code }: Coded,
  { confirmed, unconfirmed }: Candidates,
): Promise<(Guess & { readonly token: string }) | Failure<'wrong_code' | 'too_many_requests'>> => {
  const { services, now, address } = place
  // Both are looked up, whether or not there are accounts, so that the time reveals nothing.
  const [first, second] = await Promise.all(
    [confirmed, unconfirmed].map(account =>
      findSignInCode(services.db, services.config, { userId: account?.id ?? 0, code, now }),
    ),
  )
  const token = first ?? second ?? null
  if (token === null) {
    const limit = { ...WRONG_CODES, subject: `wrong sign-in code ${email} from ${networkOf(address)}` }
    const wait = await waitBefore(services.db, limit, now)
    return wait === null ? fail('wrong_code') : fail('too_many_requests', { wait })
  }
  const takeBack = await countIn(place, `guess by code ${token}`, null)
  if (typeof takeBack === 'number') return fail('too_many_requests', { wait: takeBack })
  const among = first ? { confirmed, unconfirmed: undefined } : { confirmed: undefined, unconfirmed }
  return { token, among, takeBack }
}

/** What counts the guesses of a device that this account knows; null: it does not know it. */
const knownSubject = (
  { services, cookies }: Pick<Place, 'services' | 'cookies'>,
  account: DeviceAccount | null | undefined,
): string | null => {
  if (!account) return null
  const device = findKnownDevice(services.config, cookies, account)
  return device === null ? null : `guess ${account.id} on ${device}`
}

/**
 * Counts a code of the second factor before it is compared, as a password is counted: a device that the account knows by itself, all others
 * by their network address and together.
 */
export const countSecondFactorGuess = async (
  place: Place,
  userId: number,
): Promise<(() => Promise<void>) | Failure<'too_many_requests'>> => {
  const known = knownSubject(place, await readDeviceAccount(place.services.db, userId))
  const shared = `second factor of ${userId}`
  const counted = known
    ? await countIn(place, `second factor, ${known}`, null)
    : await countIn(place, `${shared} from ${networkOf(place.address)}`, shared)
  return typeof counted === 'number' ? fail('too_many_requests', { wait: counted }) : counted
}

/**
 * Counts a guess at the password of an address before it is compared, whether or not the address has an account. A device that the account
 * has signed in from counts by itself, so that nobody elsewhere can lock it out; all others share what is left for them. A device that
 * only an unconfirmed account knows may then still try that one: whether there is a confirmed one beside it makes no difference to what it
 * sees.
 */
export const countGuess = async (
  place: Place,
  email: string,
  among: Candidates,
): Promise<Guess | Failure<'too_many_requests'>> => {
  const known = knownSubject(place, among.confirmed && deviceAccount(among.confirmed))
  const counted = known
    ? await countIn(place, known, null)
    : await countIn(place, `guess ${email} from ${networkOf(place.address)}`, `guess ${email}`)
  if (typeof counted === 'function') return { among, takeBack: counted }
  const unconfirmed = known
    ? null
    : knownSubject(place, among.unconfirmed && deviceAccount(among.unconfirmed))
  const fallback = unconfirmed ? await countIn(place, unconfirmed, null) : counted
  if (typeof fallback === 'number') return fail('too_many_requests', { wait: fallback })
  return { among: { ...among, confirmed: undefined }, takeBack: fallback }
}

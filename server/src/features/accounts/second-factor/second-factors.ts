import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import {
  CODE_DIGITS,
  clockText,
  digitsOf,
  plainRecoveryCode,
  RECOVERY_CODES,
  STEP_SECONDS,
  STEPS_EXPLAINED,
  worthOf,
} from '#domain/accounts/second-factor.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Config } from '#server/config.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import { openContent, type SealedColumns, sealContent, sealOf } from '#server/platform/session/seal-rows.ts'

/** What is sealed: the secret in base32, as apps take it, and the recovery codes that are left. */
type Kept = { readonly secret: string; readonly codes: readonly string[] }

const placeOf = (userId: number): string => `second factor of ${userId}`

/** Its columns. */
export const sealFactor = (config: Config, userId: number, kept: Kept) => {
  return { ...sealContent(config, placeOf(userId), kept), codes_left: kept.codes.length }
}

/** @throws WrongTokenKey when its key is gone: without it nobody is let in, and the operator turns the factor off. */
export const openFactor = (config: Config, userId: number, row: SealedColumns): Kept =>
  openContent<Kept>(config, placeOf(userId), row)

export const makeTotp = (secret: string, email: string): TOTP =>
  new TOTP({
    issuer: 'Galley',
    label: email,
    digits: CODE_DIGITS,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** Without vowels and look-alikes. 48 bits are more than anybody tries out. */
const signs = 'BCDFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_LENGTH = 10

const makeRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => signs[randomInt(signs.length)]).join('')

/** As they are kept. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)

/** As people read them, in two groups. */
export const shownCodes = (codes: readonly string[]): string[] =>
  codes.map(code => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`)

/** Of two codes at once, the second one finds what the first has used. */
export const lockFactor = (tx: Tx, userId: number) =>
  tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

export type CodeRefusal = Failure<'wrong_second_factor' | 'code_used' | 'clock_off'>

/** The step of an app's code. */
export const readAppCode = (
  kept: Kept,
  { digits, lastStep, now }: { readonly digits: string; readonly lastStep: number; readonly now: Date },
): number | CodeRefusal => {
  const delta = makeTotp(kept.secret, '').validate({
    token: digits,
    timestamp: now.getTime(),
    window: STEPS_EXPLAINED,
  })
  if (delta === null) return fail('wrong_second_factor')
  const worth = worthOf(delta, { now, lastStep })
  if (worth === 'used') return fail('code_used')
  return 'step' in worth ? worth.step : fail('clock_off', { values: { off: clockText(worth.offSeconds) } })
}

type Typed = { readonly userId: number; readonly code: string; readonly now: Date }

/**
 * Uses a code of the app or a recovery code up. @returns which it was; or why it does not count, `second_factor_off` if none is asked
 * for
 */
export const useCode = async (
  tx: Tx,
  config: Config,
  { userId, code, now }: Typed,
): Promise<'app' | 'recovery' | CodeRefusal | Failure<'second_factor_off'>> => {
  const row = await lockFactor(tx, userId)
  if (!row?.turned_on_at) return fail('second_factor_off')
  const kept = openFactor(config, userId, row)
  const digits = digitsOf(code)
  if (digits !== null) {
    const step = readAppCode(kept, { digits, lastStep: Number(row.last_step), now })
    if (typeof step !== 'number') return step
    await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
    return 'app'
  }
  const typed = plainRecoveryCode(code)
  const codes = kept.codes.filter(one => one !== typed)
  if (codes.length === kept.codes.length) return fail('wrong_second_factor')
  await tx
    .updateTable('second_factors')
    .set(sealFactor(config, userId, { ...kept, codes }))
    .where('user_id', '=', userId)
    .execute()
  return 'recovery'
}

const openOrLeave = (config: Config, userId: number, row: SealedColumns): Kept | null => {
  try {
    return openFactor(config, userId, row)
  } catch {
    return null
  }
}

/** Reseals, with the current key, what another key has sealed. What cannot be opened is left: its key may still be put back. */
export const resealSecondFactors = async (db: Db, config: Config): Promise<number> => {
  const [present = '', ...others] = sealOf(config).keyIds()
  if (others.length === 0) return 0
  const rows = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('key_id', 'in', others)
    .where('key_id', '<>', present)
    .execute()
  const reseal = (userId: number) =>
    db.transaction().execute(async tx => {
      const row = await lockFactor(tx, userId)
      const kept = row && openOrLeave(config, userId, row)
      if (!kept) return 0
      await tx
        .updateTable('second_factors')
        .set(sealFactor(config, userId, kept))
        .where('user_id', '=', userId)
        .execute()
      return 1
    })
  let resealed = 0
  for (const { user_id: userId } of rows) resealed += await reseal(userId)
  return resealed
}

export const emailOf = async (db: Reader, userId: number): Promise<string> =>
  (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email

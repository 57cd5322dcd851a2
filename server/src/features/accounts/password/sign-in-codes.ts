import { randomInt } from 'node:crypto'
import { SIGN_IN_CODE_HOURS } from '#domain/accounts/account-fields.ts'
import type { Config } from '#server/config.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { createLink, findLink } from '#server/platform/session/links.ts'
import { signerOf } from '#server/platform/session/signer.ts'

/** Without vowels and look-alikes, so that no code is a word, and each can be read aloud. 38 bits are more than anybody tries out. */
const signs = 'BCDFGHJKMNPQRSTVWXYZ23456789'
const CODE_LENGTH = 8

const makeCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => signs[randomInt(signs.length)]).join('')

/**
 * What is stored of a code, as of a link: a plain hash would tell the code to anyone who reads the table. Typed in small letters, with
 * spaces or a hyphen, it is the same.
 */
const tokenOf = (config: Config, userId: number, code: string): string =>
  signerOf(config).sign('sign-in code', `${userId} ${code.toUpperCase().replace(/[\s-]/g, '')}`)

/** @returns the code, in two groups */
export const createSignInCode = async (
  tx: Tx,
  config: Config,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<string> => {
  const code = makeCode()
  const minutes = SIGN_IN_CODE_HOURS * 60
  await createLink(tx, {
    userId,
    purpose: 'sign_in_code',
    now,
    minutes,
    token: tokenOf(config, userId, code),
  })
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

/** The token of a code that is open, for this account. */
export const findSignInCode = async (
  db: Reader,
  config: Config,
  { userId, code, now }: { readonly userId: number; readonly code: string; readonly now: Date },
): Promise<string | null> => {
  const token = tokenOf(config, userId, code)
  const link = await findLink(db, token, 'sign_in_code', now)
  return link && !link.used_at ? token : null
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { COMMON_PASSWORD, PASSWORD_MIN } from '#domain/accounts/account-fields.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'

const require = createRequire(import.meta.url)

let text: string | null = null
/**
 * The commonest passwords that leaks contained, as one text with a line for each that is long enough to be chosen: a set of them would
 * take ten times the memory, and a password is set seldom enough to look through it (decision 123).
 */
const readCommon = (): string => {
  if (text === null) {
    const file = require.resolve('@zxcvbn-ts/language-common/src/passwords.json')
    const all = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
    text = `\n${all.filter(({ length }) => length >= PASSWORD_MIN).join('\n')}\n`
  }
  return text
}

/** What has to be left of a password without the names in it: fewer characters are tried at once. */
const REST_MIN = 4
const PRODUCT = 'galley'
/** A part of an address shorter than this is in many words by chance. */
const NAME_MIN = 3

/** The address, its parts and the product's name, longest first. */
const namesOf = (email: string): string[] => {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const parts = [...local.split(/[^\p{L}\p{N}]+/u), ...domain.split('.').slice(0, -1)]
  return [email.toLowerCase(), local, domain, ...parts, PRODUCT]
    .filter(name => name.length >= NAME_MIN)
    .sort((one, other) => other.length - one.length)
}

const isMadeOfNames = (plain: string, email: string): boolean => {
  const rest = namesOf(email).reduce((left, name) => left.replaceAll(name, ''), plain)
  // Everybody puts a year or a few digits after it.
  const counted = rest.replace(/[^\p{L}\p{N}]/gu, '').replace(/\d{1,4}$/, '')
  return rest !== plain && [...counted].length < REST_MIN
}

/**
 * Refuses a password that guessers try first: one of the commonest, or little more than the person's own address or the product's name
 * (docs/product/accounts.md "Fields"). It is asked before anything is looked up, so that the answer tells nothing of an account.
 */
export const refuseWeakPassword = ({
  password,
  email,
}: {
  readonly password: string
  readonly email: string
}): Failure<'validation_error'> | null => {
  const plain = password.toLowerCase()
  const isWeak = readCommon().includes(`\n${plain}\n`) || isMadeOfNames(plain, email)
  return isWeak ? fail('validation_error', { errors: { password: [COMMON_PASSWORD] } }) : null
}

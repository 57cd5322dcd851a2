import { harmlessNames } from '#domain/kernel/public-names.ts'

const tidy = (text: string | null | undefined): string =>
  harmlessNames((text ?? '').normalize('NFC').replace(/[\p{C}\s]+/gu, ' '))
    .trim()
    .slice(0, 255)
    .trim()

/**
 * A person's names as a provider gives them. The rules of the sign-up form do not apply to them, as nobody could correct them here. If they
 * are missing, the part of the address before the @ is the name until Edit Profile changes it.
 */
export const namesOf = (person: {
  readonly givenName?: string | null | undefined
  readonly familyName?: string | null | undefined
  readonly email: string
}): { name: string; last_name: string } => ({
  name: tidy(person.givenName) || tidy(person.email.split('@')[0]),
  last_name: tidy(person.familyName),
})

import {
  COMMON_PASSWORD,
  isCommonPassword,
  isLettersOnly,
  isPhoneNumber,
  lengthOf,
  PASSWORD_MAX,
  PASSWORD_MIN,
  TEXT_MAX,
  TEXT_MIN,
} from '#domain/accounts/account-fields.ts'
import { publicNameProblem } from '#domain/kernel/public-names.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { emailProblem } from './email-problem.ts'

/**
 * Checks a field before the server is called. Fixed wording (docs/product/accounts.md "Fields"). Repeats the texts of the
 * server's schemas, because importing those would bring the schema library into pages that may weigh 90 kB in all;
 * field-problems.test.ts compares the two.
 */
export const fieldProblems = {
  name: (text: string) => nameProblem(text, 'First Name', 'a first name'),
  last_name: (text: string) => nameProblem(text, 'Last Name', 'a last name'),
  email: emailProblem,
  phone_number: (text: string) =>
    text.trim() === ''
      ? 'Phone Number is required'
      : isPhoneNumber(text.trim())
        ? undefined
        : 'Phone number is not valid',
  company: (text: string) => {
    const name = oneLine(text)
    if (name === '') return 'Company Name is required'
    if (!isLong(name)) return `Please enter an company name between ${TEXT_MIN} and ${TEXT_MAX} characters`
    return publicNameProblem(name) ?? undefined
  },
  password: (text: string) => {
    if (text === '') return 'Password is required'
    if (!isLong(text, PASSWORD_MIN, PASSWORD_MAX))
      return `Please enter a password between ${PASSWORD_MIN} and ${PASSWORD_MAX} characters`
    return isCommonPassword(text) ? COMMON_PASSWORD : undefined
  },
  password_confirmation: (text: string, password: string) =>
    text === ''
      ? 'Password confirmation is required'
      : text === password
        ? undefined
        : "Passwords doesn't match",
}

const isLong = (text: string, min = TEXT_MIN, max = TEXT_MAX) =>
  lengthOf(text) >= min && lengthOf(text) <= max

export const nameProblem = (typed: string, label: string, called: string) => {
  const name = typed.trim().normalize('NFC')
  if (name === '') return `${label} is required`
  if (!isLong(name)) return `Please enter ${called} between ${TEXT_MIN} and ${TEXT_MAX} characters`
  return isLettersOnly(name) ? undefined : 'Field should not contain numbers and special symbols'
}

import { waitOf } from '#domain/kernel/count-text.ts'
import {
  type ClientLanguage,
  isClientLanguage,
  preferredLanguage,
} from '#domain/kernel/languages/languages.ts'
import { linkTexts } from '#domain/kernel/languages/link-texts.ts'
import { localeOf, phrase, type Words } from '#domain/kernel/languages/words.ts'
import { publicTexts } from '#domain/kernel/public-texts.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { loadWords } from '#web/platform/load-words.ts'
import { keepLanguage, keptLanguage } from '#web/ui/kept-language.ts'
import { queryOf } from './auth-link.tsx'

/** Another language than English, with what it says of refusals. */
export type PageWords = Words & {
  /** The same refusal in that language. */
  readonly refusal: (error: unknown) => unknown
}

const ended = phrase('This invitation is no longer valid. Please ask for a new one.')

/** What each refusal says that a public page can meet and whose text is not in the catalogue as it is. `{when}` is when to try again. */
export const refusalTexts: Readonly<Partial<Record<ApiError['code'], string>>> = {
  account_blocked: phrase('Account was blocked'),
  account_exists: phrase('This email already has an account. Log in to accept the invitation.'),
  clock_off: phrase(
    'The clock of your phone is wrong. Let it set its time by itself, then enter the code that it shows.',
  ),
  code_used: phrase('This code has been used already. Wait until your app shows the next one.'),
  forbidden: linkTexts.forbidden,
  internal: linkTexts.internal,
  invalid_credentials: phrase('The email or the password is not correct.'),
  invitation_ended: ended,
  link_ended: phrase('This link has expired or was already used. Please ask for a new one.'),
  malformed_request: linkTexts.malformed_request,
  not_found: phrase('This link has expired or was already used. Please ask for a new one.'),
  password_first: phrase('This email already has an account. Log in with your password once.'),
  password_required: phrase('Choose a password to confirm this email address.'),
  provider_mail_unverified: phrase(
    'Your email address is not verified there. Verify it, or use an email and a password here.',
  ),
  provider_refused: phrase('The sign-in was not confirmed. Please try again.'),
  provider_unavailable: phrase('The sign-in service cannot be reached. Please try again in a moment.'),
  sign_in_ended: phrase('This sign-in has expired or was already used. Please try again.'),
  too_many_requests: linkTexts.too_many_requests,
  unavailable: linkTexts.unavailable,
  validation_error: linkTexts.validation_error,
  wrong_code: linkTexts.wrong_code,
  wrong_second_factor: phrase(
    'This code is not right. Enter the six digits that your app shows now, or a recovery code.',
  ),
}

/** Said elsewhere in English, and here in the language of the page. */
export const saidElsewhere = [
  phrase('First Name is required'),
  phrase('Last Name is required'),
  phrase('Please enter a first name between 3 and 255 characters'),
  phrase('Please enter a last name between 3 and 255 characters'),
  phrase('Field should not contain numbers and special symbols'),
  phrase('Email is required'),
  phrase('Invalid email'),
  phrase('Phone Number is required'),
  phrase('Phone number is not valid'),
  phrase('Company Name is required'),
  phrase('Please enter an company name between 3 and 255 characters'),
  phrase('Please leave out web and email addresses, phone numbers and other long numbers'),
  phrase('Password is required'),
  phrase('Please enter a password between 8 and 255 characters'),
  phrase('This password is among the first that anybody would try. Please choose another one'),
  phrase('Password confirmation is required'),
  phrase("Passwords doesn't match"),
  phrase('Your session has ended. Please log in again.'),
  phrase('Galley cannot be reached. Check your connection and try again.'),
] as const

const waitText = ({ language, say }: Words, seconds: number | undefined): string => {
  if (seconds === undefined) return say('in a moment')
  const { count, unit } = waitOf(seconds)
  return new Intl.RelativeTimeFormat(localeOf(language)).format(count, unit)
}

/** The text of the answer where the catalogue has it, else what its code means. */
const refusalIn = (words: Words, error: unknown): unknown => {
  if (!(error instanceof ApiError))
    return new ApiError({ status: 0, code: 'internal', message: words.say(publicTexts.internal) })
  // A token that was cut off is refused as a field, which no form shows.
  const code = error.errors.invitation ? 'invitation_ended' : error.code
  const said = words.say(error.message)
  const { status, wait } = error
  const when = waitText(words, wait)
  // Why the last session ended is kept as it was said.
  const isSaid = said !== error.message || code === 'unauthenticated'
  const message = isSaid ? said : words.say(refusalTexts[code] ?? publicTexts.internal, { when })
  return new ApiError({ status, code, message, wait })
}

/** Rejected: it cannot be loaded. */
export const load = async (language: ClientLanguage): Promise<PageWords> => {
  const words = await loadWords(language)
  return { ...words, refusal: error => refusalIn(words, error) }
}

const wantedLanguage = (): ClientLanguage => {
  const ofLink = queryOf().get('language') ?? ''
  if (keptLanguage() === null && isClientLanguage(ofLink)) keepLanguage(ofLink)
  return keptLanguage() ?? (isClientLanguage(ofLink) ? ofLink : preferredLanguage(navigator.languages))
}

/**
 * Chosen in this browser, that of the mail with the link, or one of the browser's (docs/product/languages.md "Which language"). That of a link
 * is kept, for the pages that it leads on to. Null: English. Rejected: it cannot be loaded.
 */
export const loadWanted = async (chosen?: ClientLanguage): Promise<PageWords | null> => {
  const language = chosen ?? wantedLanguage()
  return language === 'en' ? null : load(language)
}

import { waitOf } from '#domain/kernel/count-text.ts'
import { linkTexts } from '#domain/kernel/languages/link-texts.ts'
import { localeOf } from '#domain/kernel/languages/words.ts'
import { publicTexts } from '#domain/kernel/public-texts.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { pageWords, say } from '#web/platform/words.ts'

type Refused = { readonly code: string; readonly message: string; readonly wait?: number | undefined }

const waitInWords = (seconds: number | undefined): string => {
  if (seconds === undefined) return say('in a moment')
  const { count, unit } = waitOf(seconds)
  return new Intl.RelativeTimeFormat(localeOf(pageWords().language)).format(count, unit)
}

/** Why something was refused, or failed, in the language of the page: the answer's own words where its catalogue has them, else by the code. */
export const refusalWords = (error: unknown): string => {
  const { code, message, wait }: Refused =
    error instanceof ApiError || isRefused(error)
      ? error
      : { code: 'internal', message: publicTexts.internal }
  const said = say(message)
  if (said !== message || pageWords().language === 'en') return said
  const texts: Readonly<Record<string, string>> = linkTexts
  return say(texts[code] ?? publicTexts.internal, { when: waitInWords(wait) })
}

/** The same, of a call about a post that was on the screen a moment ago. */
export const failureWords = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? say(linkTexts.not_found) : refusalWords(error)

/** One of several decisions, of which the others may have been taken. */
const isRefused = (error: unknown): error is Refused =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error

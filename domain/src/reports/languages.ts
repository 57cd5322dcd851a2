import { type ClientLanguage, isClientLanguage } from '#domain/kernel/languages/languages.ts'
import { localeOf } from '#domain/kernel/languages/words.ts'

/** In which days and numbers of a report can be written: those whose signs the PDF's font has. */
export const reportLanguages = [
  ...(['en-GB', 'en-US', 'bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'hr', 'hu', 'it'] as const),
  ...(['lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'sk', 'sl', 'sv', 'tr', 'uk', 'vi'] as const),
] as const
export type ReportLanguage = (typeof reportLanguages)[number]

/** By its own name: `Deutsch`, `British English`. */
export const languageName = (language: ReportLanguage): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`
}

/** In which a report of this language says things: some have no words here, and then English with their days and numbers. */
export const wordsLanguageOf = (language: ReportLanguage): ClientLanguage =>
  isClientLanguage(language) ? language : 'en'

/** What its reader reads: the words, and the locale of days and numbers. */
export type ReportVoice = { readonly words: ClientLanguage; readonly locale: string }

/** As the agency has it written. `words`: none in reports that were sent before they had any other than English ones. */
export const voiceOf = (language: ReportLanguage, words: ClientLanguage = 'en'): ReportVoice => ({
  words,
  locale: words === 'en' ? language : localeOf(words),
})

/** As the agency has it written, or all in the language that its reader has chosen. */
export const chosenVoice = (own: ReportVoice, chosen: ClientLanguage | null): ReportVoice =>
  chosen === null || chosen === own.words ? own : { words: chosen, locale: localeOf(chosen) }

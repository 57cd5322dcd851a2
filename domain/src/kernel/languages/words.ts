import type { ClientLanguage } from './languages.ts'

/** What `Intl` calls them where that is not the same: texts are in European Portuguese. */
const locales: Readonly<Partial<Record<ClientLanguage, string>>> = { en: 'en-GB', pt: 'pt-PT' }
export const localeOf = (language: ClientLanguage): string => locales[language] ?? language

export type Values = Readonly<Record<string, string | number>>

/** Messages by their English phrase, compiled from the catalogue of a language. */
export type Messages = Readonly<Record<string, (values: Values) => string>>

/** Writes an English phrase (ICU: `Approve {count}`) in a language. */
export type Say = (phrase: string, values?: Values) => string

export type Words = { readonly language: ClientLanguage; readonly say: Say }

/** Marks a text of a table as one that catalogues have; said later with `say`. */
export const phrase = <T extends string>(text: T): T => text

/** Says a phrase that neither counts nor chooses as it is, with its values. */
export const sayInEnglish: Say = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** What a language says. A phrase that its catalogue does not hold stays English: a page needs only those that count or choose. */
export const wordsFrom = (language: ClientLanguage, messages: Messages): Words => ({
  language,
  say: (text, values = {}) => messages[text]?.(values) ?? sayInEnglish(text, values),
})

import english from '#domain/kernel/languages/catalogues/en.json'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { localeOf, type Messages, type Say, type Words, wordsFrom } from '#domain/kernel/languages/words.ts'

/** The build turns the texts of a catalogue into functions (`web/catalogues.ts`). */
const toWords = (language: ClientLanguage, catalogue: unknown): Words =>
  wordsFrom(language, catalogue as Messages)

let current = toWords('en', english)

/** The words of this page: English, unless a page for clients has chosen another language. */
export const pageWords = (): Words => current

/** A phrase in the language of this page. Call it while rendering: the language may be chosen after modules were loaded. */
export const say: Say = (phrase, values) => current.say(phrase, values)

/** `Facebook, Instagram and LinkedIn` */
export const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(localeOf(current.language)).format(names)

/** From now on this page speaks so; what is shown already has to be rendered anew. `catalogue`: as it was loaded. */
export const setWords = (language: ClientLanguage, catalogue: unknown = english): void => {
  current = toWords(language, catalogue)
  document.documentElement.lang = language
}

import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { type Messages, type Words, wordsFrom } from '#domain/kernel/languages/words.ts'
import { setWords } from './words.ts'

type Catalogue = { readonly default: unknown }

const others: Readonly<Record<Exclude<ClientLanguage, 'en'>, () => Promise<Catalogue>>> = {
  de: () => import('#domain/kernel/languages/catalogues/de.json'),
  fr: () => import('#domain/kernel/languages/catalogues/fr.json'),
  es: () => import('#domain/kernel/languages/catalogues/es.json'),
  it: () => import('#domain/kernel/languages/catalogues/it.json'),
  nl: () => import('#domain/kernel/languages/catalogues/nl.json'),
  pt: () => import('#domain/kernel/languages/catalogues/pt.json'),
  pl: () => import('#domain/kernel/languages/catalogues/pl.json'),
}

const load = async (language: ClientLanguage): Promise<unknown> =>
  language === 'en' ? undefined : (await others[language]()).default

/** The words of a language, for a part of a page that is in English; of English those that count nothing. Rejected: they cannot be loaded. */
export const loadWords = async (language: ClientLanguage): Promise<Words> =>
  wordsFrom(language, ((await load(language)) ?? {}) as Messages)

let wanted: ClientLanguage = 'en'

/** Loads the words of a language and speaks so, unless another one was chosen meanwhile. Rejected: they cannot be loaded. */
export const speak = async (language: ClientLanguage): Promise<void> => {
  wanted = language
  const catalogue = await load(language)
  if (wanted === language) setWords(language, catalogue)
}

import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { type Messages, type Words, wordsFrom } from '#domain/kernel/languages/words.ts'

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

/** Of English nothing: a page has it, or needs none of it. Rejected: it cannot be loaded. */
export const loadCatalogue = async (language: ClientLanguage): Promise<unknown> =>
  language === 'en' ? undefined : (await others[language]()).default

/** The words of a language, for a part of a page that is in English; of English those that count nothing. Rejected: they cannot be loaded. */
export const loadWords = async (language: ClientLanguage): Promise<Words> =>
  wordsFrom(language, ((await loadCatalogue(language)) ?? {}) as Messages)

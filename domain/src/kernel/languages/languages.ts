/** In which what clients read can be written: mails, approval links and their pages (docs/product/languages.md "What is translated"). */
export const clientLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const
export type ClientLanguage = (typeof clientLanguages)[number]

/** Each by its own name: a reader may know no other. */
export const languageNames: Readonly<Record<ClientLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  pl: 'Polski',
}

export const isClientLanguage = (text: string): text is ClientLanguage =>
  clientLanguages.some(language => language === text)

/** The first of a browser's languages (`de-AT`) that pages are written in; English otherwise. */
export const preferredLanguage = (browser: readonly string[]): ClientLanguage =>
  browser.map(tag => tag.slice(0, 2).toLowerCase()).find(isClientLanguage) ?? 'en'

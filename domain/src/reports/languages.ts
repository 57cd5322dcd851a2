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

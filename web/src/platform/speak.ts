import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { loadCatalogue } from './load-words.ts'
import { setWords } from './words.ts'

let wanted: ClientLanguage = 'en'

/** Loads the words of a language and speaks so, unless another one was chosen meanwhile. Rejected: they cannot be loaded. */
export const speak = async (language: ClientLanguage): Promise<void> => {
  wanted = language
  const catalogue = await loadCatalogue(language)
  if (wanted === language) setWords(language, catalogue)
}

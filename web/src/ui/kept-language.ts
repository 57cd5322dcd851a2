import { type ClientLanguage, isClientLanguage } from '#domain/kernel/languages/languages.ts'

const KEY = 'galley-language'

/** The language that was chosen in this browser on links that do not prove who reads; null: none (docs/product/languages.md "Which language"). */
export const keptLanguage = (): ClientLanguage | null => {
  try {
    const kept = localStorage.getItem(KEY) ?? ''
    return isClientLanguage(kept) ? kept : null
  } catch {
    // Storage is forbidden.
    return null
  }
}

export const keepLanguage = (language: ClientLanguage): void => {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Storage is full or forbidden: then the choice ends with the page.
  }
}

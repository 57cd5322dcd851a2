import { useEffect, useState } from 'react'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { type Say, sayInEnglish } from '#domain/kernel/languages/words.ts'
import { queryOf } from './auth-link.tsx'
import type { PageWords } from './page-language.ts'

/** Null: English. */
let current: PageWords | null = null
/** Shows the public page in them; there is one at a time. */
let show: (words: PageWords | true) => void = () => undefined

const setPageWords = (words: PageWords | null): void => {
  current = words
  document.documentElement.lang = pageLanguage()
  show(words ?? true)
}

/** A phrase in the language of a public page: apart from the words of the app, whose English plurals these pages need not load. */
export const say: Say = (text, values) => (current?.say ?? sayInEnglish)(text, values)

export const pageLanguage = (): ClientLanguage => current?.language ?? 'en'

/** A refusal as this page says it. */
export const inPageWords = (error: unknown): unknown => (error && current?.refusal(error)) ?? error

/** A field with what is wrong with it. */
export const spoken = <T extends { readonly error: string | undefined }>(field: T): T => ({
  ...field,
  error: field.error === undefined ? undefined : say(field.error),
})

let requests = 0
/** Speaks the language that its reader has chosen, or wants as far as is known. Rejected: it cannot be loaded. */
export const speakPage = async (chosen?: ClientLanguage): Promise<void> => {
  const mine = ++requests
  const words = await import('./page-language.ts').then(({ loadWanted }) => loadWanted(chosen))
  if (mine === requests) setPageWords(words)
}

/** Most are: then nothing is loaded to find out in which language. */
const isPlainlyEnglish = (): boolean => {
  try {
    const isChosen = localStorage.getItem('galley-language') !== null || queryOf().has('language')
    return !isChosen && navigator.languages[0]?.startsWith('en') === true
  } catch {
    // Storage is forbidden.
    return false
  }
}

/** Whether this public page may be shown: it speaks the language of its reader, or that cannot be loaded. The app behind it is in English. */
export const usePageWords = (): boolean => {
  const [shown, setShown] = useState<PageWords | boolean>(isPlainlyEnglish)
  useEffect(() => {
    show = setShown
    // A fault is reported, and the page is in English.
    if (!isPlainlyEnglish()) void speakPage().finally(() => setShown(current ?? true))
    return () => {
      requests += 1
      show = () => undefined
      setPageWords(null)
    }
  }, [])
  return shown !== false
}

import { useEffect, useState } from 'react'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { speak } from '#web/platform/speak.ts'

/** Speaks the language; null until it does. Where its catalogue cannot be loaded the page goes on in English. */
export const useSpoken = (language: ClientLanguage | null): ClientLanguage | null => {
  const [spoken, setSpoken] = useState<ClientLanguage | null>(null)
  useEffect(() => {
    if (language === null) return
    const done = () => setSpoken(language)
    speak(language).then(done, done)
  }, [language])
  return spoken
}

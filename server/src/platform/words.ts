import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MessageFormat from '@messageformat/core'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { type Values, type Words, wordsFrom } from '#domain/kernel/languages/words.ts'

const folder = new URL('../../../domain/src/kernel/languages/catalogues/', import.meta.url)

const read = (language: ClientLanguage): Words => {
  const texts = JSON.parse(
    readFileSync(fileURLToPath(new URL(`${language}.json`, folder)), 'utf8'),
  ) as Record<string, string>
  const format = new MessageFormat(language)
  const compiled = Object.entries(texts).map(
    ([phrase, text]) => [phrase, format.compile(text) as (values: Values) => string] as const,
  )
  return wordsFrom(language, Object.fromEntries(compiled))
}

const known = new Map<ClientLanguage, Words>()

/** The words of a language, compiled when it is first asked for. */
export const wordsOf = (language: ClientLanguage): Words => {
  const words = known.get(language) ?? read(language)
  known.set(language, words)
  return words
}

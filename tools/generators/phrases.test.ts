import { readFileSync } from 'node:fs'
import MessageFormat from '@messageformat/core'
import { parse, type Token } from '@messageformat/parser'
import { describe, expect, it } from 'vitest'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { catalogueFile, englishCatalogue, findPhrases } from './phrases.ts'

const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(catalogueFile(language), 'utf8'))
const others = clientLanguages.filter(language => language !== 'en')

/** The values that a message shows. */
const valuesIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(token => {
    if (token.type === 'plural' || token.type === 'select' || token.type === 'selectordinal')
      return [token.arg, ...token.cases.flatMap(({ tokens: inner }) => valuesIn(inner))]
    return token.type === 'argument' ? [token.arg] : []
  })
const values = (text: string): string[] => [...new Set(valuesIn(parse(text)))].sort()

/** The forms that each plural of a message has. */
const pluralsIn = (tokens: readonly Token[]): string[][] =>
  tokens.flatMap(token =>
    token.type === 'plural'
      ? [token.cases.map(({ key }) => key), ...token.cases.flatMap(one => pluralsIn(one.tokens))]
      : [],
  )

it('The English catalogue has what the code says: npm run phrases', () => {
  expect(readFileSync(catalogueFile('en'), 'utf8')).toBe(englishCatalogue())
})

describe.each(others)('The catalogue of %s', language => {
  it('has every phrase, and none that nothing says', () => {
    expect(Object.keys(read(language)).sort()).toEqual(findPhrases())
  })

  it('can be compiled, and shows the same values', () => {
    const format = new MessageFormat(language)
    const wrong = Object.entries(read(language)).filter(([phrase, text]) => {
      format.compile(text)
      return values(phrase).join() !== values(text).join()
    })
    expect(wrong).toEqual([])
  })

  it('has the forms of numbers that its grammar needs', () => {
    // Romance languages use "many" for millions alone.
    const needed = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter(form => form !== 'many' || language === 'pl')
    const wrong = Object.values(read(language)).filter(text =>
      pluralsIn(parse(text)).some(forms => needed.some(form => !forms.includes(form))),
    )
    expect(wrong).toEqual([])
  })

  it('leaves nothing in English but what is the same there', () => {
    const same = Object.entries(read(language)).filter(([phrase, text]) => phrase === text)
    expect(same.length).toBeLessThan(Object.keys(read(language)).length / 10)
  })
})

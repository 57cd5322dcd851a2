import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Mention, TextReplacement } from './model.ts'
import { findTextMatches, matchInContext, replaceMatches } from './text-replacement.ts'

const ask = (find: string, more: Partial<TextReplacement> = {}): TextReplacement => ({
  find,
  replacement: 'tea',
  is_whole_word: true,
  is_case_matched: false,
  ...more,
})
const replaced = (text: string, replacement: TextReplacement, mentions: Mention[] = []) =>
  replaceMatches(text, findTextMatches(text, mentions, replacement), replacement.replacement)
const named = (mention: string): Mention => ({ id: '1', mention })

test.each([
  ['Our coffee is here', ask('coffee'), 'Our tea is here'],
  ['Coffee, COFFEE and coffee.', ask('coffee'), 'tea, tea and tea.'],
  ['Coffee and coffee', ask('coffee', { is_case_matched: true }), 'Coffee and tea'],
  ['Coffees and a coffeehouse', ask('coffee'), 'Coffees and a coffeehouse'],
  ['Coffees', ask('coffee', { is_whole_word: false }), 'teas'],
  ['Große GRÜSSE', ask('grüsse'), 'Große tea'],
  ['кофе и Кофейня', ask('кофе'), 'tea и Кофейня'],
  ['#coffee', ask('coffee'), '#tea'],
  ['1.5 (a+b)*', ask('(a+b)*', { is_whole_word: false }), '1.5 tea'],
  ['good coffee', ask(' coffee', { replacement: '' }), 'good'],
  ['a $& b', ask('b', { replacement: '$&$1' }), 'a $& $&$1'],
])('%j becomes, with %j, %j', (text, replacement, expected) => {
  expect(replaced(text, replacement)).toBe(expected)
})

describe('Links and mentions stay whole', () => {
  test.each([
    ['https://example.com/coffee?x=coffee coffee', 'https://example.com/coffee?x=coffee tea'],
    ['see coffee.example.com/coffee or coffee', 'see coffee.example.com/coffee or tea'],
    ['ask @coffee or @the.coffee, coffee!', 'ask @coffee or @the.coffee, tea!'],
    ['write to coffee@coffee.com', 'write to coffee@coffee.com'],
  ])('%j becomes %j', (text, expected) => {
    expect(replaced(text, ask('coffee'))).toBe(expected)
  })

  it('keeps the name of a mentioned page that has no at sign', () => {
    expect(replaced('Coffee Bar has coffee', ask('coffee'), [named('Coffee Bar')])).toBe('Coffee Bar has tea')
  })
})

const word = fc.constantFrom(
  'coffee',
  'Coffee',
  'tea',
  'coffees',
  '@coffee',
  'https://a.io/coffee',
  '☕️',
  '\n',
)
const texts = fc.array(word, { maxLength: 20 }).map(words => words.join(' '))
const searches = fc.record({
  find: fc.constantFrom('coffee', 'COFFEE', 'ee', ' ', '☕️', '.', 'https'),
  replacement: fc.constantFrom('', 'tea', '$1', 'coffee coffee'),
  is_whole_word: fc.boolean(),
  is_case_matched: fc.boolean(),
})

it('changes what was found and nothing else, and can be undone from the positions', () => {
  fc.assert(
    fc.property(texts, searches, (text, search) => {
      const matches = findTextMatches(text, [], search)
      const result = replaceMatches(text, matches, search.replacement)
      let shift = 0
      const back = matches.map(({ start, end }) => {
        const at = start + shift
        shift += search.replacement.length - (end - start)
        expect(text.slice(start, end).toLowerCase()).toBe(search.find.toLowerCase())
        return { match: { start: at, end: at + search.replacement.length }, was: text.slice(start, end) }
      })
      // From the end, so that earlier places stay where they are.
      const restored = back
        .toReversed()
        .reduce((now, { match, was }) => replaceMatches(now, [match], was), result)
      expect(restored).toBe(text)
      for (const link of text.match(/https:\S+|@\S+/g) ?? []) expect(result).toContain(link)
    }),
  )
})

it('shows a match with the words around it, and never cuts a character in half', () => {
  fc.assert(
    fc.property(texts, searches, (text, search) => {
      for (const match of findTextMatches(text, [], search)) {
        const { before, found, after } = matchInContext(text, match)
        expect(text).toContain(before.replace(/^…/, '') + found + after.replace(/…$/, ''))
        expect((before + after).isWellFormed()).toBe(true)
      }
    }),
  )
})

it('shows the same words around a match however long the text is', () => {
  const text = `${'😀'.repeat(100)}coffee${'☕️'.repeat(100)}`
  const [match] = findTextMatches(text, [], ask('coffee', { is_whole_word: false }))
  expect(match && matchInContext(text, match)).toEqual({
    before: `…${'😀'.repeat(32)}`,
    found: 'coffee',
    after: `${'☕️'.repeat(16)}…`,
  })
})

import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { mentionsIn } from '#domain/posts/mentions.ts'
import { exactSearchText, mentionError, mentionText, toSuggestion, usedHashtags } from './suggestions.ts'

test.each([
  ['Blue Bottle', 'bluebottle', '@bluebottle'],
  ['Blue Bottle', 'blue.bottle_1', '@blue.bottle_1'],
  ['Blue Bottle', 'blue-bottle', '@BlueBottle'],
  ['Café Größe & Co.', '', '@CafeGroeCo'],
  ['東京', '', '@77'],
])('%s with the handle "%s" is mentioned as %s', (name, handle, text) => {
  expect(mentionText({ id: '77', name, handle })).toBe(text)
})

it('every mention is found again in the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (name, handle, number) => {
      const mention = mentionText({ id: String(number), name, handle })
      expect(mention).toMatch(/^@[\w.]*\w$/)
      expect(mentionsIn(`Hello ${mention}, hello`, [{ id: '1', mention }])).toHaveLength(1)
    }),
  )
})

test.each([
  ['twitter', { username: 'bluebottle' }],
  ['linkedin', { vanity_name: 'bluebottle' }],
  ['facebook', {}],
] as const)('a suggestion on %s carries the name that the network has', (network, fields) => {
  const found = { id: '77', name: 'Blue Bottle', handle: 'bluebottle', logoUrl: null }
  expect(toSuggestion(network, found)).toEqual({
    id: '77',
    mention: '@bluebottle',
    name: 'Blue Bottle',
    logo_url: null,
    ...fields,
  })
})

test.each([
  ['linkedin', 'not_found', 'Company page not found.'],
  ['facebook', 'not_found', null],
  ['facebook', 'down', 'Error getting mentions. Please try again.'],
  ['instagram', 'not_supported', 'Instagram has no such search.'],
] as const)('on %s “%s” is explained as: %s', (network, reason, text) => {
  expect(mentionError(network, reason, null)).toBe(text)
})

test('hashtags used before are found by their beginning, the most used first', () => {
  const texts = [
    '#Coffee and #coffeetime',
    '#coffeetime, not C#coffee',
    'mail#coffeeshop #2026 #tea',
    '#COFFEETIME',
  ]
  expect(usedHashtags(texts, 'COF')).toEqual(['coffeetime', 'Coffee'])
  expect(usedHashtags(texts, '202')).toEqual([])
})

test('the networks that find only exact names say so', () => {
  expect(exactSearchText('instagram', 'mention')).toContain('exact usernames')
  expect(exactSearchText('linkedin', 'mention')).toContain('exact page names')
  expect(exactSearchText('instagram', 'hashtag')).toContain('exact hashtags')
  expect(exactSearchText('facebook', 'mention')).toBe(null)
  expect(exactSearchText('twitter', 'mention')).toBe(null)
})

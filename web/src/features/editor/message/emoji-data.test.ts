import compact from 'emojibase-data/en/compact.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { readEmoji } from './emoji-data.ts'

const { emojis, categories } = readEmoji(compact)

it('the emoji picker has every group of the data, and no parts of emoji', () => {
  const used = new Set(emojis.map(({ category }) => category))
  expect(categories.filter(({ index }) => !used.has(index))).toEqual([])
  expect(emojis.length).toBeGreaterThan(1_800)
  expect(emojis.some(({ label }) => label.startsWith('regional indicator'))).toBe(false)
})

it('an emoji of one person has its five tones', () => {
  const hand = emojis.find(({ label }) => label === 'raised hand')
  expect(Object.values(hand?.skins ?? {})).toEqual(['✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'])
})

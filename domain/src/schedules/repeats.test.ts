import { expect, it } from 'vitest'
import { type PlannedText, repeatsOf, repeatText } from './repeats.ts'

const text = (post_id: number | null, hour: number, more: Partial<PlannedText> = {}): PlannedText => ({
  post_id,
  social_network: 'twitter',
  message: 'Open on Sunday',
  at: new Date(Date.UTC(2026, 11, 1, hour)),
  ...more,
})

it('The same words within a day on Twitter are found, the nearest first, whatever the spaces between them', () => {
  const [one, near, far] = [text(1, 10), text(2, 12, { message: 'Open  on\nSunday ' }), text(3, 33)]
  expect(repeatsOf(one, [far, near, one])).toEqual([near, far])
  expect(repeatsOf(text(null, 10), [text(null, 11)])).toHaveLength(1)
})

it.each([
  ['a day later', text(2, 34)],
  ['in other words', text(2, 11, { message: 'Open on Monday' })],
  ['on a network that takes repeats', text(2, 11, { social_network: 'facebook' })],
  ['of the same post', text(1, 11)],
])('A text %s is no repeat', (_name, other) => {
  expect(repeatsOf(text(1, 10), [other])).toEqual([])
})

it('Posts without words repeat nothing', () => {
  expect(repeatsOf(text(1, 10, { message: ' ' }), [text(2, 11, { message: '' })])).toEqual([])
})

it('names the network and the time of the other post', () => {
  expect(repeatText('twitter', new Date('2026-12-01T10:00:00Z'), 'Europe/Berlin')).toBe(
    'Twitter may refuse this text: a post of 1 Dec 2026, 11:00 AM has the same, within 24 hours.',
  )
})

import { expect, test } from 'vitest'
import { mentionsIn } from './mentions.ts'

const ann = { id: '1', mention: '@ann' }
const anna = { id: '2', mention: '@anna.b' }

test.each([
  ['Thanks @ann!', [ann]],
  ['Thanks @ann.', [ann]],
  ['Thanks @ann', [ann]],
  ['Thanks @anna.b and nobody else', [anna]],
  ['Thanks @anna.b, and @ann', [ann, anna]],
  ['Thanks @anna', []],
  ['Thanks @annä', []],
  ['Thanks ann', []],
  ['', []],
])('the text “%s” keeps only the mentions in it', (text, kept) => {
  expect(mentionsIn(text, [ann, anna])).toEqual(kept)
})

test('a mention without a name is never kept', () => {
  expect(mentionsIn('anything', [{ id: '3', mention: '' }])).toEqual([])
})

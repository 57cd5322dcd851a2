import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { escapeLinkedinText } from './linkedin-text.ts'

test.each([
  ['plain words', 'Open on Sunday.', 'Open on Sunday.'],
  ['brackets, which would cut the text', 'Va al repo (durable)', 'Va al repo \\(durable\\)'],
  ['a backslash', 'a\\b', 'a\\\\b'],
  ['every reserved character', '|{}@[]()<>*_~', '\\|\\{\\}\\@\\[\\]\\(\\)\\<\\>\\*\\_\\~'],
  ['a hashtag, which keeps linking', 'New #bread today', 'New #bread today'],
  ['a hashtag in another script', '#хлеб', '#хлеб'],
  ['a hash that starts no hashtag', 'Offer # 1 and C#7', 'Offer \\# 1 and C\\#7'],
  ['two hashes', '##bread', '\\##bread'],
])('%s', (_name, text, expected) => {
  expect(escapeLinkedinText(text)).toBe(expected)
})

it('loses nothing: taking the backslashes away gives the text back', () => {
  const unit = fc.constantFrom('a', ' ', '#', '\\', '(', ')', '[', '@', '_', '7', 'ж', '😀')
  fc.assert(
    fc.property(fc.string({ unit }), text => {
      const escaped = escapeLinkedinText(text)
      expect(escaped.replace(/\\([\s\S])/g, '$1')).toBe(text)
      expect(escaped.replace(/\\[\s\S]/g, '')).not.toMatch(/[\\|{}@[\]()<>*_~]/)
    }),
  )
})

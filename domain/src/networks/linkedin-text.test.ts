import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { escapeLinkedinText, linkedinCommentary, readLinkedinText } from './linkedin-text.ts'

test.each([
  ['plain words', 'Open on Sunday.', 'Open on Sunday.'],
  ['brackets, which would cut the text', 'Va al repo (durable)', 'Va al repo \\(durable\\)'],
  ['a backslash', 'a\\b', 'a\\\\b'],
  ['every reserved character', '|{}@[]()<>*_~', '\\|\\{\\}\\@\\[\\]\\(\\)\\<\\>\\*\\_\\~'],
  ['a hashtag, which keeps linking', 'New #bread today', 'New #bread today'],
  ['a hashtag in another script', '#хлеб', '#хлеб'],
  ['a hashtag with an underscore', 'New #rye_bread_', String.raw`New {hashtag|\#|rye_bread_}`],
  ['an underscore that is no hashtag', '#_ and a_b', String.raw`\#\_ and a\_b`],
  ['a hash that starts no hashtag', 'Offer # 1 and C#7', 'Offer \\# 1 and C\\#7'],
  ['two hashes', '##bread', '\\##bread'],
])('%s', (_name, text, expected) => {
  expect(escapeLinkedinText(text)).toBe(expected)
})

it('the escaped text without its backslashes is the original text', () => {
  const unit = fc.constantFrom('a', ' ', '#', '\\', '(', ')', '[', '@', '_', '7', 'ж', '😀')
  fc.assert(
    fc.property(fc.string({ unit }), text => {
      const escaped = escapeLinkedinText(text)
      const plain = escaped.replace(/\{hashtag\|\\#\|([^}]+)\}/g, (_, tag) => (tag.includes('_') ? 'x' : _))
      expect(readLinkedinText(escaped)).toBe(text)
      expect(plain.replace(/\\[\s\S]/g, '')).not.toMatch(/[\\|{}@[\]()<>*_~]/)
    }),
  )
})

const harbor = { id: '5829143', mention: '@harborcoffee', name: 'Harbor Coffee (Roasters)' }
const beans = { id: 'urn:li:organization:77', mention: '@harborcoffee.beans', name: 'Beans' }

test.each([
  [
    'a mention becomes a link to the organization, its name escaped and the rest too',
    'With @harborcoffee (today)!',
    'With @[Harbor Coffee \\(Roasters\\)](urn:li:organization:5829143) \\(today\\)!',
  ],
  [
    'a sentence may end behind it',
    'See @harborcoffee.',
    'See @[Harbor Coffee \\(Roasters\\)](urn:li:organization:5829143).',
  ],
  ['the longer of two names is meant', '@harborcoffee.beans', '@[Beans](urn:li:organization:77)'],
  [
    'a name inside another word is no mention',
    'x@harborcoffee and @harborcoffees',
    'x\\@harborcoffee and \\@harborcoffees',
  ],
  ['hashtags keep linking beside it', '@harborcoffee.beans #new', '@[Beans](urn:li:organization:77) #new'],
])('%s', (_name, text, expected) => {
  expect(linkedinCommentary(text, [harbor, beans])).toBe(expected)
})

it('a mention without an id or name stays plain text', () => {
  const vague = [
    { id: '', mention: '@a', name: 'A' },
    { id: '7', mention: '@b' },
    { id: 'x7', mention: '@c', name: 'C' },
    { id: '7', mention: '', name: 'D' },
  ]
  expect(linkedinCommentary('@a @b @c', vague)).toBe('\\@a \\@b \\@c')
})

it('a mention matches literally, even if it contains regular expression characters', () => {
  const odd = { id: '7', mention: '@a+b.c', name: 'ABC' }
  expect(linkedinCommentary('@a+b.c @aab_c', [odd])).toBe('@[ABC](urn:li:organization:7) \\@aab\\_c')
})

it('a commentary is read back as it was written, with mentions by their names', () => {
  const unit = fc.constantFrom('a', ' ', '#', '\\', '(', ']', '{', '|', '_', 'ж', '😀')
  fc.assert(
    fc.property(fc.string({ unit }), text => {
      const said = `${text} @harborcoffee, ${text}`
      expect(readLinkedinText(linkedinCommentary(said, [harbor]))).toBe(
        `${text} Harbor Coffee (Roasters), ${text}`,
      )
    }),
  )
})

it('a hashtag is read in LinkedIn’s own form', () => {
  expect(readLinkedinText('New {hashtag|\\#|bread} and #rye')).toBe('New #bread and #rye')
})

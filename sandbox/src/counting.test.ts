import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { messageProblem } from '#domain/networks/counting.ts'
import { instagramHashtags, instagramMentions } from '#domain/networks/instagram-counting.ts'
import { linkedinCommentary } from '#domain/networks/linkedin-text.ts'
import { publicMessage } from '#domain/networks/public-text.ts'
import { cashtags, tweetLength } from '#domain/networks/twitter-counting.ts'
import { isTooLong } from './facebook/posts.ts'
import { countsOf } from './instagram/caption-counting.ts'
import { parseLittleText } from './linkedin/little-text.ts'
import { isCommentaryTooLong } from './linkedin/posts.ts'
import { countCashtags } from './twitter/text.ts'
import { linksIn, weightedLength } from './twitter/weighted-length.ts'

const words = fc.constantFrom(
  ...[
    'hello',
    'ñandú',
    'привет',
    '故人',
    'パン',
    'e\u0301',
    '©',
    '❤',
    '\u2026',
    '“so”',
    'C#',
    '_',
    'info@a.de',
  ],
  ...[
    'https://example.com/a(b)?q=1',
    'example.music',
    'shop.intel',
    'b.co.uk/x',
    't.co/abc',
    'http://münchen.de',
  ],
  ...[
    'пример.рф',
    'http://пример.рф',
    'www.example.notadomain',
    '1.5',
    'a.b',
    'xn--abc.xn--p1ai',
    '$a.com',
    '@a.com',
  ],
  ...[
    '🧑‍🚀',
    '👨‍👩‍👧‍👦',
    '🇩🇪',
    '1️⃣',
    '1⃣',
    '©️',
    '❤️‍🔥',
    '👍🏿',
    '🏽',
    '🫨',
    '⚡',
    '⭐\uFE0F',
    '\u200D',
    '\uFE0F',
    '\u202A',
  ],
)
const joints = fc.constantFrom(
  ' ',
  '\n',
  '',
  '.',
  ',',
  '-',
  '/',
  '(',
  ')',
  '@',
  '#',
  '＃',
  '\\',
  '*',
  '{',
  '|',
)
const texts = fc
  .array(fc.tuple(words, joints), { maxLength: 12 })
  .map(parts => parts.flat().join(''))
  // The sandbox takes newer domains for links only behind Latin names (docs/decisions/0116-the-sandbox-counts-for-itself.md).
  .filter(
    text =>
      !/[^a-z0-9]example\.music|[^ \n,()]\.music/i.test(text.replaceAll(/(^|[ \n(,])example\.music/g, '$1')),
  )

it('weighs tweets as the product does', () => {
  fc.assert(
    fc.property(texts, text => {
      expect(weightedLength(text)).toBe(tweetLength(text))
    }),
    { numRuns: 2000 },
  )
})

it('finds as many hashtags and mentions in a caption as the product does', () => {
  const made = fc.oneof(
    texts,
    fc.string({ unit: fc.constantFrom('#', '＃', '@', 'a', '1', '_', '.', '🥐', '🏽', '*', 'é', ' ') }),
  )
  fc.assert(
    fc.property(made, text => {
      expect(countsOf(text)).toEqual({ hashtags: instagramHashtags(text), mentions: instagramMentions(text) })
    }),
    { numRuns: 2000 },
  )
})

it('finds the cashtags that the product finds', () => {
  const made = fc.string({
    unit: fc.constantFrom('$', 'a', 'B', 'CDE', '.', '_', '1', ' ', '\n', 'é', ',', '\u200E'),
  })
  fc.assert(
    fc.property(made, text => {
      expect(countCashtags(text)).toBe(cashtags(text))
    }),
    { numRuns: 2000 },
  )
})

it('cuts nothing off a commentary that the product has escaped', () => {
  fc.assert(
    fc.property(texts, text => {
      expect(parseLittleText(linkedinCommentary(text, [])).shown).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

it('takes as long texts on Facebook and LinkedIn as the product does', () => {
  const near = (max: number) =>
    fc.tuple(texts, fc.integer({ min: -3, max: 3 })).map(([text, by]) => ({ text, length: max + by }))
  const seen = new Set<string>()
  fc.assert(
    fc.property(near(63_206), near(3000), (facebook, linkedin) => {
      const post = `${facebook.text}${'a'.repeat(facebook.length - facebook.text.length)}`
      const isFine = messageProblem('facebook', post) === null
      expect(isTooLong(post)).toBe(!isFine)
      const sent = linkedinCommentary(linkedin.text, []).length
      const commentary = `${linkedin.text}${' '.repeat(linkedin.length - sent)}`
      const isTaken = messageProblem('linkedin', commentary) === null
      expect(isCommentaryTooLong(linkedinCommentary(commentary, []))).toBe(!isTaken)
      seen.add(`${isFine} ${isTaken}`)
    }),
    { numRuns: 300 },
  )
  expect(seen.size).toBe(4)
})

it('links as many organizations in a commentary as the product has mentioned', () => {
  const mentions = [
    { id: '1', mention: '@harbor', name: 'Harbor (Coffee) Roasters_2' },
    { id: 'urn:li:organization:22', mention: '@harbor_north', name: 'North | South' },
  ]
  const words = fc.constantFrom(
    '@harbor',
    '@harbor_north',
    'Harbor',
    '@harborside',
    'x@harbor',
    '(',
    '#',
    ' ',
    '. ',
    '🥐',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), parts => {
      const text = parts.join('')
      const { names, text: shown } = publicMessage('linkedin', { message: text, mentions, link: null })
      const parsed = parseLittleText(linkedinCommentary(text, mentions))
      expect(parsed.shown).toBe(shown)
      expect(new Set(parsed.mentions)).toEqual(new Set(names))
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['an astronaut', '🧑‍🚀', 2],
  ['a lightning as phones write it', '\u26A1\uFE0F', 2],
  ['a new domain', 'example.music', 23],
  ['a new domain in a sentence', 'Hear it at example.music/new.', 11 + 23 + 1],
  ['a word that is no domain', 'example.musical', 15],
])('%s weighs what X says', (_name, text, expected) => {
  expect(weightedLength(text)).toBe(expected)
})

it('finds newer domains where they stand', () => {
  expect(linksIn('Hear it at example.music/new.')).toEqual([{ url: 'example.music/new', indices: [11, 28] }])
})

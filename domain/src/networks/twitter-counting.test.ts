import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { bareLinkAdvice, tweetCharacterProblem, tweetLength } from './twitter-counting.ts'

test.each([
  ['an empty text', '', 0],
  ['Latin letters, one each', 'This is a test.', 15],
  ['accents, composed first', 'e\u0301', 1],
  ['the composed accent itself', '\u00e9', 1],
  ['Cyrillic, one each', 'привет', 6],
  ['Chinese, two each', '故人西辞黄鹤楼', 14],
  ['Japanese, two each', 'こんにちは', 10],
  ['Korean composed from its parts, two each', '\u1112\u1161\u11ab', 2],
  ['the last light code point and the first heavy one', '\u10ff\u1100', 3],
  ['general punctuation, one each', '\u2018quoted\u2019', 8],
  ['an ellipsis beyond the light ranges', '\u2026', 2],
  ['an emoji, two', '😷', 2],
  ['an emoji with a skin tone, two', '👍🏿', 2],
  ['a family of three joined into one, two', '👨‍👩‍👧', 2],
  ['a family of four joined into one, two', '👨‍👩‍👧‍👦', 2],
  ['a flag, two', '🇩🇪', 2],
  ['a keycap, two', '1️⃣', 2],
  ['a keycap without its sign for colours, two', '1⃣', 2],
  ['an astronaut, younger than twitter-text, two', '🧑‍🚀', 2],
  ['a lightning with the sign for colours that it has anyway, two', '\u26A1\uFE0F', 2],
  ['the same sign behind an emoji that never had it, two more', '\u{1F44D}\uFE0F', 4],
  ['an eye in a speech bubble, two', '👁️‍🗨️', 2],
  ['a sign that is an emoji only with colours', '©', 1],
  ['a domain that is younger than twitter-text', 'example.music', 23],
  ['a domain that was given up since', 'shop.intel', 23],
  ['a word that is no domain', 'example.musical', 15],
  ['a Japanese name before a domain', '日本example.com', 4 + 23],
  [
    'a Japanese sentence before a domain, longer than a domain may be',
    `${'漢字かな交じりの文'.repeat(5)}example.com`,
    101,
  ],
  ['three emoji, two each', '🐟🐟🐟', 6],
  ['a letter beyond the basic plane that is no emoji, two', '\u{20000}', 2],
  ['a short URL, twenty-three', 'https://t.co', 23],
  ['a long URL, twenty-three', `https://example.com/${'a'.repeat(200)}`, 23],
  ['a URL without its protocol, twenty-three', 'example.com', 23],
  ['two URLs and the space between', 'http://example.com https://example.org/path?query=1', 47],
  ['a URL among words', 'See https://example.com/page now', 4 + 23 + 4],
  ['an e-mail address, which is no URL', 'me@example.com', 14],
  ['a line break, one', 'a\nb', 3],
])('%s', (_name, text, expected) => {
  expect(tweetLength(text)).toBe(expected)
})

it('counts 140 Chinese characters as a full tweet, and 141 as too many', () => {
  expect(tweetLength('漢'.repeat(140))).toBe(280)
  expect(tweetLength('漢'.repeat(141))).toBe(282)
})

it('counts a text the same however its accents are written', () => {
  const latin = fc.string({ unit: fc.constantFrom('a', 'é', 'ñ', 'Å', 'ö', ' ', '\u0301', 'ç') })
  fc.assert(
    fc.property(latin, text => {
      expect(tweetLength(text.normalize('NFD'))).toBe(tweetLength(text.normalize('NFC')))
    }),
  )
})

it('counts what is far too long without reading it: the rules would take minutes for dots alone', () => {
  const dots = 'я.'.repeat(35_000)
  expect(tweetLength(dots)).toBe(dots.length)
  expect(tweetLength('👨‍👩‍👧‍👦'.repeat(140))).toBe(280)
})

it('finds the short links of a long text', () => {
  expect(tweetLength(`${'a'.repeat(5000)} https://example.com/page`)).toBe(5001 + 23)
})

test.each([
  [`${'a'.repeat(254)} example.music`, 'example.music'],
  [`${'a'.repeat(256)} example.com/a`, 'example.com/a'],
])('an address without https:// near the limit is worth a word: %j', (text, address) => {
  expect(bareLinkAdvice(text, 280)).toBe(
    `Just below the limit. Write https:// before ${address} so that Twitter counts it as a link too`,
  )
})

test.each([
  `${'a'.repeat(252)} example.music`,
  `${'a'.repeat(257)} example.music`,
  `${'a'.repeat(256)} https://example.music`,
  'a'.repeat(280),
])('otherwise it is not: %j', text => {
  expect(bareLinkAdvice(text, 280)).toBeNull()
})

it('adds up over words without links', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'Z', '7', '字', 'ж'), minLength: 1 }))
  fc.assert(
    fc.property(words, list => {
      const sum = list.reduce((total, word) => total + tweetLength(word), 0)
      expect(tweetLength(list.join(' '))).toBe(sum + Math.max(0, list.length - 1))
    }),
  )
})

test.each([
  ['a byte order mark', '\uFEFFFresh beans', 'before “Fresh beans” (U+FEFF)'],
  ['a noncharacter', 'Fresh\uFFFE beans', 'before “beans” (U+FFFE)'],
  ['the last code unit', 'Fresh beans\uFFFF', 'at the end (U+FFFF)'],
  ['a long text after it', `\uFEFF${'a'.repeat(99)}`, `before “${'a'.repeat(20)}” (U+FEFF)`],
])('%s is refused, naming its position', (_name, text, place) => {
  expect(tweetCharacterProblem(text)).toBe(
    `Twitter does not accept the invisible character ${place}. Delete it, or type that part again.`,
  )
})

test.each(['', 'Fresh beans', '👨‍👩‍👧 a\u200Bb\u200Dc', '\uFFFD'])(
  'other characters are accepted: %j',
  text => {
    expect(tweetCharacterProblem(text)).toBeNull()
  },
)

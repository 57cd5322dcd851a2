import { expect, it } from 'vitest'
import { decodedOnce } from './twice-encoded.ts'

it.each([
  ['CafÃ© â€“ Ã–ffnungszeiten', 'Café – Öffnungszeiten'],
  ['ÐŸÑ€Ð°Ð²Ð´Ð°', 'Правда'],
  ['Tom &amp; Jerry&#039;s &quot;best&quot;', 'Tom & Jerry\'s "best"'],
  ['Caf&eacute; d&rsquo;Or', 'Café d’Or'],
])('%s was encoded twice and is %s', (text, meant) => {
  expect(decodedOnce(text)).toBe(meant)
})

it.each(['Café', 'Ã la carte', 'AT&T &amp; others', 'How to write &lt;b&gt;', '100 £', 'Правда', '&noise;'])(
  '%s stays as it is',
  text => {
    expect(decodedOnce(text)).toBe(text)
  },
)

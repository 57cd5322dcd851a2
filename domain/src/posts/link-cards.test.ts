import { expect, test } from 'vitest'
import { siteOf } from './link-cards.ts'

test.each([
  ['https://www.example.com/a', 'example.com'],
  ['https://münchen.example/straße', 'münchen.example'],
  ['HTTPS://www.MÜNCHEN.example:8080/', 'münchen.example'],
  // Composed and decomposed letters are the same site.
  ['https://mu\u0308nchen.example/', 'münchen.example'],
  ['https://例え.example/パス', '例え.example'],
  ['https://xn--mnchen-3ya.example/', 'xn--mnchen-3ya.example'],
  // What is not seen as it was written is shown as it is looked up.
  ['https://exa\u00admple.com/', 'example.com'],
  ['https://m%C3%BCnchen.example/', 'xn--mnchen-3ya.example'],
  ['https://user@münchen.example/', 'xn--mnchen-3ya.example'],
  ['https://', ''],
])('the site of %s is %s', (link, site) => {
  expect(siteOf(link)).toBe(site)
})

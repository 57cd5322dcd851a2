import { describe, expect, it } from 'vitest'
import { judge } from './structure/judge.ts'
import { networkNumbers } from './structure/numbers/network-numbers.ts'

const page = 'docs/product/linkedin.md'
const text = (more = '') =>
  `# LinkedIn\n\n## Permissions\n\nHas 500 calls a day for the app and 100 for a member.\n\n## Text format\n\nTexts over 3,000 characters, as of 5 May 2026, \`2.0.0\` and H.264 in an mp4.${more}\n`
const product = { 'domain/src/networks/linkedin.ts': 'message: { max: 3000, countedAs }' }
const sandbox = { 'sandbox/src/linkedin/posts.ts': 'const longestCommentary = 3000' }

describe('A number on the page of a network', () => {
  it('is fine where product and sandbox hold it', () => {
    expect(judge(networkNumbers, { [page]: text(), ...product, ...sandbox })).toEqual([])
  })

  it('is named if no rule names it', () => {
    const found = judge(networkNumbers, { [page]: text(' And 12 links.'), ...product, ...sandbox })
    expect(found).toEqual([expect.stringContaining('"Text format" says 12 in')])
  })

  it.each([
    ['the product', { ...sandbox, 'domain/src/networks/linkedin.ts': 'message: { max: 2900 }' }],
    ['the sandbox', product],
  ])('is named if %s no longer holds it', (_name, files) => {
    const found = judge(networkNumbers, { [page]: text(), ...files })
    expect(found).toEqual([expect.stringContaining('nothing holds it any more')])
  })

  it('is named if the page says another one now', () => {
    const other = text().replace('3,000', '3,100')
    const found = judge(networkNumbers, { [page]: other, ...product, ...sandbox })
    expect(found).toEqual([
      expect.stringContaining('no longer says "over 3,000"'),
      expect.stringContaining('says 3,100 in'),
    ])
  })
})

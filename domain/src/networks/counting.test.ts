import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { firstCommentProblem, messageAdvice, messageLength, messageProblem } from './counting.ts'
import { socialNetworks } from './model.ts'
import { networks } from './network.ts'

test.each([
  ['facebook', 63206],
  ['twitter', 280],
  ['linkedin', 3000],
  ['instagram', 2200],
] as const)('%s takes a message of %d characters and not one more', (network, max) => {
  expect(messageProblem(network, 'a'.repeat(max))).toBeNull()
  expect(messageProblem(network, 'a'.repeat(max + 1))).toBe(
    `Message length should be less than ${max} characters.`,
  )
})

test.each(socialNetworks)('an empty message passes on %s', network => {
  expect(messageProblem(network, '')).toBeNull()
  expect(messageLength(network, '')).toBe(0)
})

describe('what counts as a character', () => {
  it('is a UTF-16 code unit, as browsers count, on Facebook and Instagram', () => {
    expect(messageLength('facebook', 'é😀')).toBe(3)
    expect(messageLength('instagram', 'é😀')).toBe(3)
  })

  it('counts usernames instead of mentions on Instagram, as they are sent', () => {
    const mentions = [{ id: '1', mention: '@Ann', username: 'ann.of.the.harbor' }]
    expect(messageLength('instagram', 'By @Ann', mentions)).toBe('By @ann.of.the.harbor'.length)
    const longest = `${'a'.repeat(2200 - '@ann.of.the.harbor'.length - 1)} @Ann`
    expect(messageProblem('instagram', longest, mentions)).toBeNull()
    expect(messageProblem('instagram', `a${longest}`, mentions)).not.toBeNull()
    expect(messageProblem('instagram', `a${longest}`)).toBeNull()
  })

  it('includes the escapes on LinkedIn, so that nothing is cut there', () => {
    expect(messageLength('linkedin', '(a) #b')).toBe(8)
    const mentions = [{ id: '123', mention: '@harbor', name: 'Harbor' }]
    const link = '@[Harbor](urn:li:organization:123)'
    expect(messageLength('linkedin', 'By @harbor', mentions)).toBe(`By ${link}`.length)
    expect(messageLength('facebook', 'By @harbor', mentions)).toBe(10)
    const longest = `${'a'.repeat(3000 - link.length - 1)} @harbor`
    expect(messageProblem('linkedin', longest, mentions)).toBeNull()
    expect(messageProblem('linkedin', `a${longest}`, mentions)).not.toBeNull()
    expect(messageProblem('linkedin', `a${longest}`)).toBeNull()
    expect(messageProblem('linkedin', '('.repeat(1500))).toBeNull()
    expect(messageProblem('linkedin', '('.repeat(1501))).not.toBeNull()
  })

  it('is weighted on Twitter', () => {
    expect(messageProblem('twitter', `${'a'.repeat(256)} https://example.com/${'b'.repeat(99)}`)).toBeNull()
    expect(messageProblem('twitter', `${'a'.repeat(257)} https://example.com/`)).not.toBeNull()
  })

  it('is never less than a code point, away from Twitter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('facebook', 'instagram', 'linkedin'),
        (text, network) => {
          expect(messageLength(network, text)).toBeGreaterThanOrEqual([...text].length)
        },
      ),
    )
  })
})

test.each(socialNetworks)('a first comment on %s may not exceed its limit', network => {
  const max = networks[network].firstComment.max
  expect(firstCommentProblem(network, 'a'.repeat(max))).toBeNull()
  expect(firstCommentProblem(network, 'a'.repeat(max + 1))).toBe(
    `Message length should be less than ${max} characters.`,
  )
})

test('an instagram first comment has the limit of the message', () => {
  expect(networks.instagram.firstComment.max).toBe(2200)
})

test('an address without https:// near the limit is worth a word on Twitter only', () => {
  const text = `${'a'.repeat(256)} example.com`
  expect(messageAdvice('twitter', text, [])).toContain('https:// before example.com')
  expect(messageAdvice('facebook', text, [])).toBeNull()
})

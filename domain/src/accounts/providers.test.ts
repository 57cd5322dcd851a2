import { describe, expect, it } from 'vitest'
import { runsMailbox } from './providers.ts'

describe('A provider runs a mailbox', () => {
  it.each([
    ['google', 'mia@gmail.com', null, true],
    ['google', 'mia@GoogleMail.com', null, true],
    ['google', 'mia@studio.example', 'studio.example', true],
    ['google', 'mia@studio.example', null, false],
    ['google', 'mia@studio.example', 'other.example', false],
    ['google', 'mia@icloud.com', null, false],
    ['google', 'mia@notgmail.com', null, false],
    ['google', '"mia@gmail.com"@evil.example', null, false],
    ['apple', 'mia@icloud.com', null, true],
    ['apple', 'x7f@privaterelay.appleid.com', null, true],
    ['apple', 'mia@gmail.com', null, false],
  ] as const)('%s, %s, hosted domain %s: %s', (provider, email, hosted, expected) => {
    expect(runsMailbox(provider, email, hosted)).toBe(expected)
  })
})

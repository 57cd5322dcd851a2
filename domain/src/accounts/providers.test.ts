import { describe, expect, it } from 'vitest'
import { namesOf, runsMailbox } from './providers.ts'

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

describe('The names that a provider gives', () => {
  it('are used unchanged', () => {
    expect(namesOf({ givenName: 'Mia', familyName: 'Ønskel', email: 'm@example.com' })).toEqual({
      name: 'Mia',
      last_name: 'Ønskel',
    })
  })
  it('are replaced by the address if they are missing', () => {
    expect(namesOf({ givenName: '  ', email: 'mia.k@example.com' })).toEqual({ name: 'mia.k', last_name: '' })
  })
  it('lose control characters and end after 255 characters', () => {
    const { name, last_name } = namesOf({
      givenName: 'Mi\u0000a\n\u202eK',
      familyName: 'x'.repeat(900),
      email: 'm@example.com',
    })
    expect(name).toBe('Mi a K')
    expect(last_name).toHaveLength(255)
  })
})

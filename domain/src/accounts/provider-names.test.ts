import { describe, expect, it } from 'vitest'
import { namesOf } from './provider-names.ts'

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
  it('are harmless, whatever somebody calls themselves there', () => {
    const person = { givenName: 'Mia https://evil.example', email: 'www.evil.example@example.com' }
    expect(namesOf(person).name).toBe('Mia evil. example')
    expect(namesOf({ email: person.email }).name).toBe('www. evil. example')
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

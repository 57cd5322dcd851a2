import { describe, expect, it } from 'vitest'
import { withUsernames } from './mentions.ts'

const ann = { mention: '@ann', username: 'ann.lee' }

describe('Mentions written as usernames', () => {
  it('match whole words only', () => {
    expect(withUsernames('Hi @ann. And (@ann), @ann!', [ann])).toBe('Hi @ann.lee. And (@ann.lee), @ann.lee!')
    const others = '@anna @ann_b @ann.smith info@ann.com https://example.com/@ann'
    expect(withUsernames(others, [ann])).toBe(others)
  })

  it('are not found within each other', () => {
    const lee = { mention: '@ann.lee', username: '@lee' }
    const named = { mention: '@lee', username: 'someone' }
    expect(withUsernames('@ann @ann.lee @lee', [ann, lee, named])).toBe('@ann.lee @lee @someone')
  })

  it('may contain any character and stay unchanged without a username', () => {
    const odd = { mention: '@A+B (C)', username: 'abc' }
    expect(withUsernames('With @A+B (C)', [odd, { mention: '@x' }, { mention: '' }])).toBe('With @abc')
    expect(withUsernames('With @x', [{ mention: '@x' }])).toBe('With @x')
  })
})

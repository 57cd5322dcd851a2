import { describe, expect, it } from 'vitest'
import { notSent } from './outcomes.ts'

describe('A wait that a network asks for', () => {
  it('is a day at most, and always a date', () => {
    expect(notSent('', 30_000).retryAfterMs).toBe(30_000)
    expect(notSent('', 1e18).retryAfterMs).toBe(24 * 3_600_000)
    expect(notSent('').retryAfterMs).toBeNull()
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followingClock } from './clock.ts'

const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('A clock that follows another', () => {
  it('shows this machine’s time before the first answer', () => {
    expect(followingClock().now()).toEqual(new Date())
  })

  it('shows the middle of what the first answer allows, and goes on from there', () => {
    const clock = followingClock()
    const theirs = Date.now() + 2 * HOUR_MS
    expect(clock.follow(theirs, 100)).toBe(2 * HOUR_MS + 50)
    vi.advanceTimersByTime(1_000)
    expect(clock.now().getTime()).toBe(theirs + 50 + 1_000)
  })

  it('is not moved by an answer that allows what it shows, and by any other no further than it must', () => {
    const clock = followingClock()
    const theirs = Date.now() - HOUR_MS
    clock.follow(theirs, 2)
    expect(clock.follow(theirs - 4_000, 5_000)).toBe(0)
    expect(clock.now().getTime()).toBe(theirs + 1)
    expect(clock.follow(theirs + 4, 5_000)).toBe(3)
    expect(clock.now().getTime()).toBe(theirs + 4)
  })

  it('goes back if it was far ahead, and else stands still until it is right', () => {
    const clock = followingClock()
    const theirs = Date.now() - HOUR_MS
    clock.follow(theirs, 4_000)
    expect(clock.follow(theirs, 0)).toBe(-1_999)
    expect(clock.now().getTime()).toBe(theirs + 2_000)
    vi.advanceTimersByTime(1_500)
    expect(clock.now().getTime()).toBe(theirs + 2_000)
    vi.advanceTimersByTime(1_000)
    expect(clock.now().getTime()).toBe(theirs + 2_501)
    clock.follow(theirs, 0)
    expect(clock.now().getTime()).toBe(theirs + 1)
  })

  it('does not go back with this machine, and tells that the machine was set', () => {
    const clock = followingClock()
    const theirs = Date.now() + HOUR_MS
    clock.follow(theirs, 0)
    expect(clock.hasStepped()).toBe(false)
    vi.setSystemTime(Date.now() - HOUR_MS)
    expect(clock.now().getTime()).toBe(theirs)
    expect(clock.hasStepped()).toBe(true)
    clock.follow(theirs, 0)
    expect(clock.hasStepped()).toBe(false)
  })
})

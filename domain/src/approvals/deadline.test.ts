import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadlineOf } from './deadline.ts'

const at = (text: string) => new Date(`2026-06-${text}:00Z`)
const waiting = { scheduledAt: at('10T12:00'), chosenAt: null, openedAt: at('01T12:00'), hours: 24 }

describe('The deadline of an approval', () => {
  it.each([
    ['is the project’s hours before the publish time', {}, '09T12:00'],
    ['is the chosen time', { chosenAt: at('05T17:00') }, '05T17:00'],
    ['is the publish time where the project says 0 hours', { hours: 0 }, '10T12:00'],
    ['is never after the publish time', { chosenAt: at('11T12:00') }, '10T12:00'],
    ['is the publish time when less time was left at the start', { openedAt: at('09T13:00') }, '10T12:00'],
    [
      'is the publish time when the client’s round begins after the chosen time',
      { chosenAt: at('05T17:00'), openedAt: at('06T09:00') },
      '10T12:00',
    ],
    [
      'is the publish time when the round begins at the chosen time',
      { chosenAt: at('05T17:00'), openedAt: at('05T17:00') },
      '10T12:00',
    ],
    [
      'is in the past for a post that was sent after its publish time',
      { openedAt: at('12T09:00') },
      '10T12:00',
    ],
  ])('%s', (_name, change, expected) => {
    expect(deadlineOf({ ...waiting, ...change })).toEqual(at(expected))
  })

  it('lies after the round’s beginning and not after the publish time, whatever was chosen', () => {
    const date = fc.date({ min: at('01T00:00'), max: at('28T00:00'), noInvalidDate: true })
    const given = fc.record({
      scheduledAt: date,
      chosenAt: fc.option(date),
      openedAt: date,
      hours: fc.integer({ min: 0, max: 336 }),
    })
    fc.assert(
      fc.property(given, one => {
        const deadline = deadlineOf(one)
        expect(deadline.getTime()).toBeLessThanOrEqual(one.scheduledAt.getTime())
        if (one.openedAt < one.scheduledAt) expect(deadline.getTime()).toBeGreaterThan(one.openedAt.getTime())
      }),
    )
  })
})

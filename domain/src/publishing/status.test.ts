import { describe, expect, it } from 'vitest'
import { failureReasons, type PublicationStatus, publicationLifecycle } from './status.ts'

describe('Why publishing failed', () => {
  it.each(Object.entries(failureReasons))('%s has words, a cause and a next step', (_name, reason) => {
    for (const words of [reason.text, reason.cause, reason.nextStep]) expect(words).toMatch(/^[A-Z].*\.$/)
  })
})

describe('The life of a publication', () => {
  const events = Object.keys(publicationLifecycle.events) as (keyof typeof publicationLifecycle.events)[]
  const leaving = (status: PublicationStatus) =>
    events.filter(event => publicationLifecycle.events[event].from.includes(status))

  it('ends live or cancelled; what failed is live only by a person’s word', () => {
    expect(leaving('live')).toEqual([])
    expect(leaving('cancelled')).toEqual([])
    expect(leaving('failed')).toEqual(['confirmed_live'])
  })

  it('is taken back only before anything is sent', () => {
    expect(publicationLifecycle.events.cancelled.from).toEqual(['queued', 'preparing'])
  })
})

import { describe, expect, it } from 'vitest'
import { failureReasons, openStatuses, publicationStatuses } from './status.ts'

describe('Why publishing failed', () => {
  it.each(Object.entries(failureReasons))('%s has words, a cause and a next step', (_name, reason) => {
    for (const words of [reason.text, reason.cause, reason.nextStep]) expect(words).toMatch(/^[A-Z].*\.$/)
  })
})

describe('A publication', () => {
  it('is open in every status that may still lead to sending', () => {
    const ended = publicationStatuses.filter(status => !openStatuses.some(open => open === status))
    expect(ended).toEqual(['live', 'failed', 'cancelled'])
  })
})

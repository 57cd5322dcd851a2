import { describe, expect, it } from 'vitest'
import type { CertifiedEntry } from './model.ts'
import { isAsApproved, isCertified, lastApproval, stateOf, wayOf } from './standing.ts'

const entry = (type: CertifiedEntry['type'], at: string): CertifiedEntry => ({
  at,
  type,
  round: 'external',
  by: 'Eve',
  way: 'signed_in',
  link_copied_by: null,
  message: null,
  digest: null,
})

describe('How far an approval is', () => {
  it.each([
    ['not_asked', []],
    ['not_asked', ['superseded']],
    ['waiting', ['approved', 'open']],
    ['approved', ['revision_requested', 'approved']],
    ['approved', ['approved', 'superseded']],
    ['sent_back', ['approved', 'revision_requested']],
    ['sent_back', ['approved', 'unapproved']],
  ] as const)('is %s after the rounds %j', (state, rounds) => {
    expect(stateOf(rounds.map(status => ({ status })))).toBe(state)
  })
})

describe('An entry of a certificate', () => {
  it('is the approval that holds if it came last', () => {
    const entries = [
      entry('approved', '1'),
      entry('revision_requested', '2'),
      entry('approved_by_admin', '3'),
      entry('content_changed', '4'),
    ]
    expect(lastApproval(entries)?.at).toBe('3')
    expect(lastApproval([entry('approval_started', '1')])).toBeUndefined()
  })

  it('says by which way somebody decided', () => {
    expect(wayOf({ type: 'approved', round: 'external' })).toBe('signed_in')
    expect(wayOf({ type: 'approved', round: 'external', is_by_link: true })).toBe('by_link')
    const copied = { is_by_link: true, link_copied_by: 'Ada' }
    expect(wayOf({ type: 'revision_requested', round: 'external', ...copied })).toBe('by_copied_link')
    expect(wayOf({ type: 'approved_by_admin', round: 'external' })).toBe('for_client')
    expect(wayOf({ type: 'approved_by_admin', round: 'internal' })).toBe('signed_in')
    expect(wayOf({ type: 'approved_by_system', round: 'external' })).toBe('by_galley')
  })

  it('is about a decision, and not about what people asked', () => {
    expect(isCertified({ type: 'question_pushed' })).toBe(false)
    expect(isCertified({ type: 'answer_pushed' })).toBe(false)
    expect(isCertified({ type: 'unapproved' })).toBe(true)
  })
})

describe('What went out', () => {
  it('is what was approved if both have the same digest, and otherwise is not known to be', () => {
    expect(isAsApproved('a', 'a')).toBe(true)
    expect(isAsApproved('a', 'b')).toBe(false)
    expect(isAsApproved(null, 'b')).toBeNull()
    expect(isAsApproved('a', null)).toBeNull()
  })
})

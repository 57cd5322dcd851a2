import { describe, expect, it } from 'vitest'
import { type Role, roles } from '#domain/permissions/table.ts'
import { isEditableEntry, isRoundDiscussed, mayAnswerIn } from './questions.ts'

const first = { id: 1, type: 'internal', status: 'approved' } as const
const second = { id: 2, type: 'external', status: 'open' } as const

describe('A round can be talked about', () => {
  it('while it is the latest of its kind, whatever was decided', () => {
    expect(isRoundDiscussed(first, [first, second], 'pending_external_approval')).toBe(true)
    expect(isRoundDiscussed(second, [first, second], 'pending_external_approval')).toBe(true)
  })

  it('no longer once another of its kind was opened, it was superseded, or the version goes out', () => {
    const third = { ...first, id: 3 }
    expect(isRoundDiscussed(first, [first, second, third], 'approved')).toBe(false)
    expect(isRoundDiscussed({ ...second, status: 'superseded' }, [second], 'draft')).toBe(false)
    expect(isRoundDiscussed(first, [first], 'live')).toBe(false)
    expect(isRoundDiscussed(first, [first], 'on_publishing')).toBe(false)
  })
})

it('those who decide a round answer questions about it', () => {
  const answering = (type: 'internal' | 'external'): Role[] =>
    roles.filter(role => mayAnswerIn({ role }, type))
  expect(answering('internal')).toEqual(['super-admin', 'agency-admin', 'internal-approver'])
  expect(answering('external')).toEqual(['super-admin', 'agency-admin', 'external-approver'])
})

describe('An entry of the history can be changed', () => {
  const request = { id: 5, round: 'internal', type: 'revision_requested', message: null } as const
  const start = { ...request, type: 'approval_started', message: 'Please look' } as const
  it('while it is the latest entry of its kind of round', () => {
    const other = { ...request, id: 6, round: 'external', type: 'approved' } as const
    for (const entry of [request, start, { ...start, type: 'external_approval_started' as const }])
      expect(isEditableEntry(entry, [other, entry])).toBe(true)
  })

  it('no longer once something else happened in a round of its kind', () => {
    const later = { ...request, id: 6, type: 'question_pushed', message: 'Which?' } as const
    for (const entry of [request, start]) expect(isEditableEntry(entry, [later, entry])).toBe(false)
    expect(isEditableEntry(later, [later, request])).toBe(true)
  })

  it('if it started a round, only with a message', () => {
    const silent = { ...start, message: null }
    expect(isEditableEntry(silent, [silent])).toBe(false)
  })
})

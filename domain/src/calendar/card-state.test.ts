import { expect, it } from 'vitest'
import { cardStateOf, isCardState, isLateAt } from './card-state.ts'

it.each([
  ['approved', 'ready'],
  ['skip_approved', 'ready'],
  ['pending_publish', 'ready'],
  ['pending_internal_approval', 'waiting'],
  ['pending_external_approval', 'waiting'],
  ['requires_revision', 'fixes'],
  ['unapproved', 'fixes'],
  ['publishing_failed', 'at_risk'],
  ['draft', null],
  ['live', null],
  ['on_publishing', null],
] as const)('a post that is %s is counted as %s, and at risk once it is late', (badge, state) => {
  const entry = { badge, item: { post: { post_socials: [{}] } } }
  expect(cardStateOf(entry, false)).toBe(state)
  expect(cardStateOf(entry, true)).toBe('at_risk')
})

it('a post is at risk while one of its versions was approved for another account', () => {
  const post_socials = [{}, { is_for_other_account: true as const }]
  expect(cardStateOf({ badge: 'approved', item: { post: { post_socials } } }, false)).toBe('at_risk')
})

it('a post is late from its deadline on, or when it is overdue', () => {
  const [before, at] = [new Date('2026-11-27T09:59:59Z'), new Date('2026-11-27T10:00:00Z')]
  const post = { decide_by: '2026-11-27T10:00:00.000Z', is_overdue: false }
  expect([before, at].map(now => isLateAt(post, now))).toEqual([false, true])
  expect(isLateAt({ is_overdue: false }, at)).toBe(false)
  expect(isLateAt({ is_overdue: true }, before)).toBe(true)
})

it('only the names of states are states', () => {
  expect(['at_risk', 'late', undefined].map(isCardState)).toEqual([true, false, false])
})

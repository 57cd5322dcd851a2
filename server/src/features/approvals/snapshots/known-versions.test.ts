import { expect, it } from 'vitest'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import { knownVersions, ownDecisions } from './known-versions.ts'
import type { ReviewedContent } from './snapshots.ts'

const me = { userId: 1 }
const [facebook, linkedin] = [10, 11]

let lastId = 0
/** An entry at Facebook's version, about each of these versions with this content. */
const entry = (
  type: ApprovalActionType,
  contents: Readonly<Record<number, string>>,
  createdBy = me.userId,
) => {
  const actionId = ++lastId
  return Object.entries(contents).map(
    ([id, digest]): ReviewedContent => ({
      actionId,
      type,
      createdBy,
      digest,
      round: 'external',
      createdAt: new Date(0),
      decidedId: facebook,
      postSocialId: Number(id),
      socialNetwork: 'facebook',
    }),
  )
}
const knownAfter = (entries: ReviewedContent[], present: Readonly<Record<number, string>>) => {
  const now = new Map(Object.entries(present).map(([id, digest]) => [Number(id), digest]))
  return [...knownVersions(ownDecisions(entries, me), now)]
}

it.each<[string, ReviewedContent[], number[]]>([
  ['nothing was decided', [], []],
  ['all of it was approved', entry('approved', { [facebook]: 'A', [linkedin]: 'B' }), [facebook, linkedin]],
  ['one has changed since', entry('approved', { [facebook]: 'A', [linkedin]: 'old' }), [facebook]],
  ['somebody else approved it', entry('approved', { [facebook]: 'A' }, 2), []],
  ['it was sent to them', entry('external_approval_started', { [facebook]: 'A' }), []],
  [
    'a revision was requested of one, and of those that follow it',
    entry('revision_requested', { [facebook]: 'A', [linkedin]: 'B' }),
    [facebook],
  ],
  [
    'both were approved before that',
    [
      ...entry('approved', { [facebook]: 'A', [linkedin]: 'B' }),
      ...entry('revision_requested', { [facebook]: 'A', [linkedin]: 'B' }),
    ],
    [facebook, linkedin],
  ],
  [
    'another content was approved since',
    [...entry('approved', { [facebook]: 'A' }), ...entry('approved', { [facebook]: 'C' })],
    [],
  ],
])('Known is what the person saw when they last decided, and says the same: %s', (_name, entries, known) => {
  expect(knownAfter(entries, { [facebook]: 'A', [linkedin]: 'B' })).toEqual(known)
})

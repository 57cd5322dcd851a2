import { expect, it } from 'vitest'
import type { WaitedFor } from '#domain/publishing/chase-contract.ts'
import { againText, refusalTexts, reminderText, summaryText, waitingText } from './chase-text.ts'

const clock = { now: new Date('2026-06-03T10:00:00Z'), timezone: 'Europe/Berlin' }
const emil: WaitedFor = {
  id: 7,
  name: 'Emil',
  clients: [{ project_id: 3, name: 'Harbor', posts: 4 }],
  posts: 4,
  tasks: { decide: 4, correct: 0, send: 0 },
  since: '2026-06-02T07:12:00Z',
  is_mailed: true,
  reminders: [],
  again_at: null,
}
const reminded = (at: string): WaitedFor => ({ ...emil, reminders: [{ at, by: 'Ada', message: null }] })

it.each([
  ['nobody was reminded', [emil], 'Waiting for 1 person, 14 posts, not reminded yet'],
  [
    'earlier today',
    [reminded('2026-06-02T22:30:00Z')],
    'Waiting for 1 person, 14 posts, last reminded today',
  ],
  [
    'the last of them yesterday',
    [reminded('2026-05-20T10:00:00Z'), reminded('2026-06-02T10:00:00Z'), emil],
    'Waiting for 3 people, 14 posts, last reminded yesterday',
  ],
  [
    'days ago',
    [reminded('2026-05-20T10:00:00Z')],
    'Waiting for 1 person, 14 posts, last reminded on Wed 20 May',
  ],
])('The summary says when the last reminder was: %s', (_name, people, expected) => {
  expect(summaryText({ people, posts: 14 }, clock)).toBe(expected)
})

it('A person’s line says what waits for them, of which clients and since when', () => {
  expect(waitingText(emil, clock)).toBe('4 posts to approve of Harbor, since Tue 2 Jun, 9:12 AM')
  const clients = ['Harbor', 'Northwind', 'Lumen', 'Atlas', 'Orion'].map((name, index) => ({
    project_id: index + 1,
    name,
    posts: 1,
  }))
  expect(waitingText({ ...emil, clients, posts: 5, tasks: { decide: 1, correct: 2, send: 2 } }, clock)).toBe(
    '1 post to approve, 2 posts to correct, 2 drafts to send: Harbor 1, Northwind 1, Lumen 1, 2 more clients, since Tue 2 Jun, 9:12 AM',
  )
  // A draft waits from the start.
  expect(waitingText({ ...emil, tasks: { decide: 0, correct: 0, send: 1 }, since: null }, clock)).toBe(
    '1 draft to send of Harbor',
  )
})

it('A reminder is told with its message, and the rest of the hour', () => {
  const at = '2026-06-03T09:30:00Z'
  expect(reminderText({ at, by: 'Ada', message: 'By noon' }, clock)).toBe(
    'Reminded by Ada today, 11:30 AM: “By noon”',
  )
  const again = '2026-06-03T10:30:00Z'
  expect(againText({ ...emil, again_at: again }, clock.now)).toBe('Can be reminded again in 30 minutes')
  expect(againText({ ...emil, again_at: again }, new Date('2026-06-03T10:30:00Z'))).toBe('')
})

it('Those who were not reminded are named with the reason, also somebody who is in no list any more', () => {
  const names = new Map([
    [7, 'Emil'],
    [8, 'Mara'],
  ])
  const refused = [
    { id: 7, refusal: 'just_reminded' },
    { id: 8, refusal: 'just_reminded' },
    { id: 9, refusal: 'gone' },
  ] as const
  expect(refusalTexts([...refused], names)).toEqual([
    'Emil and Mara were reminded less than an hour ago.',
    'Somebody is no longer in your projects.',
  ])
})

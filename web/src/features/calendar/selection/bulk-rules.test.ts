import { describe, expect, it, test } from 'vitest'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { type PostSocialStatus, postStatus } from '#domain/posts/status.ts'
import { calendarEntry } from '../../../../testing/build-calendar-item.ts'
import {
  allowedOf,
  approvalBlock,
  type BulkContext,
  deletionBlock,
  dragBlock,
  moveBlock,
  scheduleBlock,
} from './bulk-rules.ts'

const now = new Date('2026-11-20T11:00:00Z')
const context = (role: Role = 'content-creator'): BulkContext => ({ actor: { role }, settings: [], now })

const entry = (
  status: PostSocialStatus,
  hoursAhead = 48,
  part: { network?: SocialNetwork; is_autoposting?: boolean } = {},
): CalendarEntry =>
  calendarEntry({
    datetime: new Date(now.getTime() + hoursAhead * 3_600_000).toISOString(),
    is_autoposting: part.is_autoposting ?? true,
    status: postStatus([status]),
    socials: [{ social_network: part.network ?? 'facebook', status }],
  })

describe('To Approval', () => {
  test.each<[PostSocialStatus, boolean]>([
    ['draft', true],
    ['unapproved', true],
    ['requires_revision', true],
    ['pending_internal_approval', false],
    ['approved', false],
    ['scheduled', false],
    ['live', false],
    ['on_publishing', false],
  ])('for a post that is %s is possible: %s', (status, possible) => {
    expect(approvalBlock(entry(status), context()) === null).toBe(possible)
  })

  it('needs a schedule in the future', () => {
    expect(approvalBlock(entry('draft', -1), context())).toMatch(/has passed/)
  })

  it('is not available for twitter until the project allows it', () => {
    const tweet = entry('draft', 48, { network: 'twitter' })
    expect(approvalBlock(tweet, context())).toMatch(/Twitter posts cannot be sent for approval/)
    const settings = [{ name: 'twitter-approval', value: 'true' }]
    expect(approvalBlock(tweet, { ...context(), settings })).toBeNull()
  })
})

describe('Change Schedule', () => {
  test.each<[PostSocialStatus, number, boolean, boolean]>([
    ['draft', 48, true, true],
    ['pending_external_approval', 48, true, true],
    ['scheduled', 4, true, false],
    ['scheduled', 4.1, true, true],
    ['scheduled', 4, false, true],
    ['draft', -30, true, true],
    ['live', 48, true, false],
    ['on_publishing', 48, true, false],
  ])(
    'for a post that is %s, %d hours ahead, autoposting %s, is possible: %s',
    (status, hours, is_autoposting, possible) => {
      expect(scheduleBlock(entry(status, hours, { is_autoposting }), context()) === null).toBe(possible)
    },
  )

  it('says why it is blocked', () => {
    expect(scheduleBlock(entry('scheduled', 2), context())).toBe(
      'The schedule cannot be changed within 4 hours before the publish time.',
    )
  })
})

test.each<[Role, boolean]>([
  ['agency-admin', true],
  ['super-admin', true],
  ['content-creator', true],
  ['internal-approver', false],
  ['external-approver', false],
])('%s may send, move and delete: %s', (role, may) => {
  for (const blockOf of [approvalBlock, scheduleBlock, deletionBlock])
    expect(blockOf(entry('draft'), context(role)) === null).toBe(may)
})

test('a post that is live or being published cannot be deleted', () => {
  const blocked = (['live', 'on_publishing', 'draft'] as const).map(
    status => deletionBlock(entry(status), context()) !== null,
  )
  expect(blocked).toEqual([true, true, false])
})

test('a bulk action takes the posts it may, with the first reason of the others', () => {
  const draft = entry('draft')
  const { allowed, blockedBy } = allowedOf(
    [entry('live'), draft, entry('approved')],
    context(),
    approvalBlock,
  )
  expect(allowed).toEqual([draft])
  expect(blockedBy).toBe('Only drafts and posts waiting for fixes can be sent for approval.')
})

describe('Moving to another day', () => {
  // It is noon in Berlin, on 20 November.
  const days = { timezone: 'Europe/Berlin', today: '2026-11-20', now, leadMinutes: 240 }
  const at = (datetime: string) => calendarEntry({ datetime })
  const morning = at('2026-11-23T08:00:00.000Z')
  const evening = at('2026-11-23T19:00:00.000Z')

  it('takes today only if the time of the post is still far enough ahead', () => {
    expect(moveBlock([evening], '2026-11-20', days)).toBeNull()
    expect(moveBlock([morning], '2026-11-20', days)).toBe(
      'Publishing time must be at least 4 hours in the future.',
    )
    expect(moveBlock([morning, evening], '2026-11-20', days)).toBe(
      '1 of 2 posts would be too early: publishing time must be at least 4 hours in the future.',
    )
  })

  it('takes no past day, and any day that a post has already', () => {
    expect(moveBlock([evening], '2026-11-19', days)).toBe('Posts can only be moved to today or a later day.')
    expect(moveBlock([at('2026-11-20T06:00:00.000Z')], '2026-11-20', days)).toBeNull()
  })

  it('is not done by dragging a post of a past day, which says where it can be done', () => {
    expect(dragBlock(at('2026-11-19T08:00:00.000Z'), context(), days.today)).toMatch(/Move to date/)
    expect(dragBlock(morning, context(), days.today)).toBeNull()
    expect(dragBlock(entry('live'), context(), days.today)).toMatch(/live/)
  })
})

import { describe, expect, it, test } from 'vitest'
import type { InstagramMediaItem } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { gridEntries, shownEntries } from './grid-entries.ts'

const zone = 'Europe/Berlin'
type Summary = Parameters<typeof gridEntries>[0][number]

const post = (
  id: number,
  status: PostSocialStatus,
  datetime: string | null,
  isAutoposting = true,
): Summary => ({
  id,
  project_id: 3,
  type: 'single_photo',
  status: 'draft',
  message: 'Bread',
  preview: '/p.webp',
  updated_at: '2026-11-20T09:00:00.000Z',
  is_overdue: false,
  post_socials: [{ id, status, social_network: 'instagram', type: 'single_photo', is_approved: false }],
  latest_schedule:
    datetime === null
      ? null
      : {
          id,
          schedule_id: id,
          post_id: id,
          date: '2026-12-05',
          time: '12:30',
          timezone: zone,
          datetime,
          is_autoposting: isAutoposting,
        },
})
const imported = (id: string, created_at: string, post_id: number | null = null): InstagramMediaItem => ({
  id,
  created_at,
  post_id,
  message: '',
  permalink: null,
  thumbnail_url: null,
  media_url: '/i.jpg',
})
const at = '2026-12-05T11:30:00.000Z'

test.each<[PostSocialStatus, boolean, string, string]>([
  ['draft', true, 'Draft post.', 'Scheduled on the 05 Dec 2026 00:30 PM'],
  ['draft', false, 'Draft post.', 'Pending manual publish on the 05 Dec 2026 00:30 PM'],
  ['live', true, 'Post was published on the 05 Dec 2026 00:30 PM', ''],
  ['on_publishing', true, 'Post starts publishing process', 'Scheduled on the 05 Dec 2026 00:30 PM'],
  ['pending_external_approval', true, 'Pending external approval.', 'Scheduled on the 05 Dec 2026 00:30 PM'],
  ['pending_internal_approval', true, 'Pending internal approval.', 'Scheduled on the 05 Dec 2026 00:30 PM'],
  ['publishing_failed', true, 'Publishing failed', 'Scheduled on the 05 Dec 2026 00:30 PM'],
  ['requires_revision', true, 'Requires revision post.', 'Scheduled on the 05 Dec 2026 00:30 PM'],
  ['approved', true, '', 'Scheduled on the 05 Dec 2026 00:30 PM'],
])('a post that is %s (autoposting %s) says “%s” and “%s”', (status, isAutoposting, text, date) => {
  const [entry] = gridEntries([post(1, status, at, isAutoposting)], [], zone)
  expect([entry?.status, entry?.date]).toEqual([text, date])
})

test('a post published on Instagram itself is marked as such', () => {
  expect(gridEntries([], [imported('m1', at)], zone)[0]).toMatchObject({
    picture: '/i.jpg',
    status: 'Post from Instagram.',
    date: 'Published on the 05 Dec 2026 00:30 PM',
  })
})

test('a story is not in the grid, and only what has not gone out has a plan', () => {
  const story = post(1, 'draft', at)
  const [version] = story.post_socials
  if (!version) throw new Error('no version')
  expect(gridEntries([{ ...story, post_socials: [{ ...version, type: 'photo_story' }] }], [], zone)).toEqual(
    [],
  )
  const plans = gridEntries([post(2, 'approved', at), post(3, 'live', at)], [imported('m1', at)], zone)
  expect(plans.map(({ plan }) => plan?.id ?? null)).toEqual([2, null, null])
})

describe('the Instagram grid', () => {
  it('is sorted by time, newest first, without unscheduled posts and other networks', () => {
    const elsewhere = post(4, 'draft', at)
    const facebook = {
      ...elsewhere,
      post_socials: elsewhere.post_socials.map(one => ({ ...one, social_network: 'facebook' as const })),
    }
    const entries = gridEntries(
      [
        post(1, 'draft', '2026-12-01T09:00:00Z'),
        post(2, 'draft', null),
        post(3, 'draft', '2026-12-09T09:00:00Z'),
        facebook,
      ],
      [imported('m1', '2026-12-03T09:00:00Z')],
      zone,
    )
    expect(entries.map(({ key }) => key)).toEqual(['post-3', 'instagram-m1', 'post-1'])
  })

  it('shows a post published from Galley once', () => {
    const entries = gridEntries([post(1, 'live', at)], [imported('m1', at, 1), imported('m2', at, 99)], zone)
    expect(entries.map(({ key }) => key)).toEqual(['post-1', 'instagram-m2'])
  })

  it('has nine places, one of them for the post being written', () => {
    const entries = gridEntries(
      Array.from({ length: 14 }, (_, index) => post(index + 1, 'draft', `2026-12-${10 + index}T09:00:00Z`)),
      [],
      zone,
    )
    expect(shownEntries(entries, null).map(({ postId }) => postId)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6])
    expect(shownEntries(entries, 3).map(({ postId }) => postId)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3])
  })
})

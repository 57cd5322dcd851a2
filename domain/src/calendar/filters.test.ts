import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { DayLabel } from '#domain/labels/model.ts'
import { roles } from '#domain/permissions/table.ts'
import { badges, type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import type { CalendarItem } from './contract.ts'
import { entriesOf } from './entries.ts'
import {
  type CalendarFilter,
  filterCount,
  filterEntries,
  NO_CAMPAIGN,
  noFilter,
  shownLabels,
  statusFiltersFor,
} from './filters.ts'

type Social = Partial<CalendarItem['post']['post_socials'][number]>

const item = (
  id: number,
  datetime: string,
  socials: readonly Social[],
  campaign_id?: number,
): CalendarItem => ({
  id,
  schedule_id: id,
  post_id: id,
  date: datetime.slice(0, 10),
  time: datetime.slice(11, 16),
  datetime,
  timezone: 'UTC',
  is_autoposting: true,
  post: {
    id,
    project_id: 1,
    type: 'single_photo',
    status: 'draft',
    message: '',
    preview: null,
    updated_at: datetime,
    is_overdue: false,
    ...(campaign_id === undefined ? {} : { campaign_id }),
    post_socials: socials.map((social, index) => ({
      id: id * 10 + index,
      social_network: 'facebook',
      type: 'single_photo',
      status: 'draft',
      is_approved: false,
      ...social,
    })),
  },
})

const label = (id: number, text: string, start_at: string, end_at = start_at): DayLabel => ({
  id,
  day_label_id: id,
  project_id: 1,
  text,
  color: '#fff',
  start_at,
  end_at,
})

const items = [
  item(1, '2026-11-20T23:30:00.000Z', [{ status: 'draft' }], 5),
  item(2, '2026-11-20T09:00:00.000Z', [
    { status: 'live', social_network: 'instagram', type: 'photo_story' },
    { status: 'draft', social_network: 'facebook' },
  ]),
  item(3, '2026-11-22T09:00:00.000Z', [{ status: 'pending_external_approval', social_network: 'linkedin' }]),
  item(4, '2026-11-22T09:00:00.000Z', [{ status: 'pending_internal_approval' }], 6),
]
const labels = [label(7, 'Black Friday', '2026-11-21', '2026-11-22'), label(8, 'Advent', '2026-11-29')]

const idsOf = (filter: Partial<CalendarFilter>, role: (typeof roles)[number] = 'agency-admin') =>
  filterEntries(entriesOf(items, 'Europe/Berlin'), { ...noFilter, ...filter }, labels, role).map(
    ({ item }) => item.id,
  )

describe('items on the calendar', () => {
  it('are placed on the project’s days at its times, earliest first', () => {
    expect(entriesOf(items, 'Europe/Berlin').map(({ item, date, time }) => [item.id, date, time])).toEqual([
      [2, '2026-11-20', '10:00'],
      [1, '2026-11-21', '00:30'],
      [3, '2026-11-22', '10:00'],
      [4, '2026-11-22', '10:00'],
    ])
  })

  it('show the badge that their versions share, or else the badge of the post', () => {
    const badgesOf = entriesOf(items, 'UTC').map(({ item, badge }) => [item.id, badge])
    expect(Object.fromEntries(badgesOf)).toEqual({
      1: 'draft',
      2: 'draft',
      3: 'pending_external_approval',
      4: 'pending_internal_approval',
    })
  })
})

describe('the filter', () => {
  test.each<[string, Partial<CalendarFilter>, number[]]>([
    ['with nothing checked lets all through', {}, [2, 1, 3, 4]],
    ['by status', { status: ['draft'] }, [2, 1]],
    ['by two statuses', { status: ['draft', 'pending_external_approval'] }, [2, 1, 3]],
    ['by network', { social_network: ['instagram', 'linkedin'] }, [2, 3]],
    ['by type', { social_post_type: ['photo_story'] }, [2]],
    ['by status and network of one version', { status: ['draft'], social_network: ['instagram'] }, []],
    ['by status and network that meet', { status: ['live'], social_network: ['instagram'] }, [2]],
    ['by the days of a label', { label: [7] }, [1, 3, 4]],
    ['by a label without posts', { label: [8] }, []],
    ['by a campaign', { campaign: [5] }, [1]],
    ['by two campaigns', { campaign: [5, 6] }, [1, 4]],
    ['by no campaign', { campaign: [NO_CAMPAIGN] }, [2, 3]],
    ['by a campaign and the days of a label', { campaign: [NO_CAMPAIGN, 6], label: [7] }, [3, 4]],
    ['by a label and a status', { label: [7], status: ['draft'] }, [1]],
  ])('%s', (_name, filter, expected) => {
    expect(idsOf(filter)).toEqual(expected)
  })

  it('shows approvers nothing before their own statuses', () => {
    expect(idsOf({}, 'internal-approver')).toEqual([2, 3, 4])
    expect(idsOf({}, 'external-approver')).toEqual([2, 3])
    expect(idsOf({ status: ['draft'] }, 'internal-approver')).toEqual([2, 3, 4])
  })

  it('never shows more by checking more groups', () => {
    const statuses = fc.subarray([...postSocialStatuses])
    fc.assert(
      fc.property(statuses, fc.subarray(['facebook', 'instagram'] as const), (status, social_network) => {
        const loose = idsOf({ status })
        for (const id of idsOf({ status, social_network })) expect(loose).toContain(id)
      }),
    )
  })

  it('counts its checked boxes', () => {
    expect(filterCount(noFilter)).toBe(0)
    expect(filterCount({ ...noFilter, status: ['live'], label: [7, 8] })).toBe(3)
  })
})

describe('the statuses to filter by', () => {
  it('begin for approvers with their own round', () => {
    expect(statusFiltersFor('internal-approver')[0]?.value).toBe('pending_internal_approval')
    expect(statusFiltersFor('external-approver')[0]?.value).toBe('pending_external_approval')
    expect(statusFiltersFor('content-creator')[0]?.value).toBe('draft')
  })

  it('reach every status that a calendar can show, in the words of the badges', () => {
    const reached = new Set<PostSocialStatus>(statusFiltersFor('agency-admin').flatMap(one => one.statuses))
    expect(postSocialStatuses.filter(status => status !== 'deleted' && !reached.has(status))).toEqual([])
    for (const role of roles)
      for (const { value, text } of statusFiltersFor(role)) expect(text).toContain(badges[value].text)
  })
})

describe('day labels', () => {
  it('are all shown until one is checked', () => {
    expect(shownLabels(labels, noFilter)).toEqual(labels)
    expect(shownLabels(labels, { ...noFilter, label: [8] }).map(({ id }) => id)).toEqual([8])
  })
})

import { describe, expect, it, test } from 'vitest'
import type { NetworkOffer } from '#domain/duplication/contract.ts'
import {
  movedDay,
  type RepeatSource,
  type Repetition,
  repeatPost,
  repeatProblem,
  shiftOf,
  tooManyToRepeat,
} from './repeat.ts'

const offer = (part: Partial<NetworkOffer> = {}): NetworkOffer => ({
  social_network: 'facebook',
  is_connected: true,
  type: 'text',
  lost: [],
  problems: [],
  ...part,
})
const monday = { date: '2026-06-01', time: '10:00', is_autoposting: true }
const source = (part: Partial<RepeatSource> = {}): RepeatSource => ({
  schedule: monday,
  social_networks: ['facebook'],
  offers: [offer(), offer({ social_network: 'linkedin' })],
  isIncomplete: false,
  namedByLinks: [],
  ...part,
})
const by = (shiftDays: number, part: Partial<Repetition> = {}): Repetition => ({
  shiftDays,
  keepsWeekdays: false,
  leftOut: [],
  ...part,
})
const target = { timezone: 'Europe/Berlin', now: new Date('2026-06-20T08:00:00Z'), leadMinutes: 240 }
const repeated = (part: Partial<RepeatSource>, repetition: Repetition) =>
  repeatPost(source(part), repetition, target)

test.each([
  [30, true, 35],
  [28, true, 28],
  [1, true, 7],
  [0, true, 0],
  [-3, true, 0],
  [-10, true, -7],
  [30, false, 30],
])('A shift of %i days, with weekdays kept: %s, is one of %i', (shiftDays, keepsWeekdays, days) => {
  expect(shiftOf({ shiftDays, keepsWeekdays })).toBe(days)
})

it('A day that no calendar has is none', () => {
  expect(movedDay('9999-12-30', by(30))).toBeNull()
  expect(movedDay('0001-01-02', by(-30))).toBeNull()
  expect(movedDay('2028-02-28', by(1))).toBe('2028-02-29')
})

describe('A post of a campaign that is repeated', () => {
  it('has its own networks and its time of day', () => {
    expect(repeated({}, by(30, { keepsWeekdays: true }))).toEqual({
      is_repeated: true,
      social_networks: ['facebook'],
      schedule: { ...monday, date: '2026-07-06' },
      isPast: false,
      notices: [],
    })
  })

  it('without a time stays one', () => {
    expect(repeated({ schedule: null }, by(30))).toMatchObject({ schedule: null, isPast: false, notices: [] })
  })

  it.each([
    [by(1), true, '2 Jun 2026, 10:00 AM has passed: the draft gets no time.'],
    [by(19), false, '20 Jun 2026, 10:00 AM is less than 4 hours from now: the draft gets no time.'],
  ])('has no time that is past or too near', (repetition, isPast, notice) => {
    const now = isPast ? target.now : new Date('2026-06-20T06:00:00Z')
    expect(repeatPost(source(), repetition, { ...target, now })).toMatchObject({
      is_repeated: true,
      schedule: null,
      isPast,
      notices: [notice],
    })
  })

  it('is past by the clock of the target', () => {
    const soon = { ...target, now: new Date('2026-07-01T05:00:00Z'), leadMinutes: 0 }
    const at = (timezone: string) => repeatPost(source(), by(30), { ...soon, timezone }).isPast
    expect([at('Europe/Berlin'), at('Asia/Tokyo'), at('America/New_York')]).toEqual([false, true, false])
    const later = { ...soon, now: new Date('2026-07-01T09:00:00Z') }
    const then = (timezone: string) => repeatPost(source(), by(30), { ...later, timezone }).isPast
    expect([then('Europe/Berlin'), then('Asia/Tokyo'), then('America/New_York')]).toEqual([true, true, false])
  })

  it('says what a change of the clocks makes of its time', () => {
    const early = { ...monday, time: '02:30' }
    const moved = (date: string) => repeated({ schedule: { ...early, date } }, by(7)).notices
    expect(moved('2027-03-21')).toEqual([
      '2:30 AM does not exist on 28 Mar: the clocks go forward. It goes out at 3:00 AM.',
    ])
    expect(moved('2027-03-28')).toEqual([])
  })

  it('says which campaign its links still name', () => {
    const notice = 'Its links keep utm_campaign=spring-sale.'
    expect(repeated({ namedByLinks: ['spring-sale'] }, by(30)).notices).toEqual([notice])
  })

  it('stays behind on a day that is left out, while its files are copied, and without a network', () => {
    expect(repeated({}, by(30, { leftOut: ['2026-07-01'] }))).toMatchObject({
      is_repeated: false,
      notices: ['Wed 1 Jul is left out.'],
    })
    expect(repeated({ isIncomplete: true }, by(30))).toMatchObject({
      is_repeated: false,
      notices: ['Its own files are still being copied.'],
    })
    expect(repeated({ offers: [offer({ is_connected: false })] }, by(30))).toMatchObject({
      is_repeated: false,
      notices: ['None of its networks is connected there.'],
    })
  })

  it('says which networks and files do not come along', () => {
    const offers = [
      offer({ lost: ['beach.jpg is not uploaded yet and stays behind'], problems: ['Add a text.'] }),
      offer({ social_network: 'twitter', is_connected: false }),
    ]
    expect(repeated({ social_networks: ['facebook', 'twitter'], offers }, by(30))).toMatchObject({
      social_networks: ['facebook'],
      notices: [
        'Twitter is not connected there: left out.',
        'beach.jpg is not uploaded yet and stays behind',
        'Add a text.',
      ],
    })
  })

  it('is not autoposted where its type cannot be', () => {
    const offers = [offer({ social_network: 'instagram', type: 'photo_story' })]
    expect(repeated({ social_networks: ['instagram'], offers }, by(30))).toMatchObject({
      schedule: { is_autoposting: false },
      notices: ['This type is not posted automatically: autoposting is off.'],
    })
  })
})

describe('A campaign cannot be repeated', () => {
  const rows = (count: number, part: Partial<RepeatSource>, repetition: Repetition) =>
    Array.from({ length: count }, () => ({
      ...repeated(part, repetition),
      from: part.schedule === null ? null : monday,
    }))

  it('into the past, without posts, with too many, or if none can come along', () => {
    expect(repeatProblem(rows(300, {}, by(-60)))).toBe(
      'All 300 posts would be on days that have passed. Choose a later first day.',
    )
    expect(repeatProblem([])).toBe('This campaign has no posts yet.')
    expect([tooManyToRepeat(500), tooManyToRepeat(501)]).toEqual([
      null,
      'At most 500 posts can be repeated at once. This campaign has 501.',
    ])
    expect(repeatProblem(rows(2, { offers: [] }, by(60)))).toBe('None of its 2 posts can come along.')
  })

  it('on the days that its posts have already, but can for another client', () => {
    const coming = { ...monday, date: '2026-07-01' }
    const plan = repeated({ schedule: coming }, by(0))
    const refused = 'Its posts are on these days already. Choose another first day.'
    expect(repeatProblem([{ ...plan, from: coming }], { isHere: true })).toBe(refused)
    expect(repeatProblem([{ ...plan, from: coming }])).toBeNull()
    expect(
      repeatProblem([{ ...repeated({ schedule: null }, by(0)), from: null }], { isHere: true }),
    ).toBeNull()
  })

  it('and can if only some posts lose their times, or none has one', () => {
    expect(repeatProblem([...rows(1, {}, by(-60)), ...rows(1, {}, by(60))])).toBeNull()
    expect(repeatProblem(rows(2, { schedule: null }, by(-60)))).toBeNull()
  })
})

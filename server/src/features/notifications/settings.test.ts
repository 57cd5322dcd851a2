import { beforeEach, describe, expect, it } from 'vitest'
import {
  getNotificationSetting,
  listNotificationSettings,
  updateAccountNotificationSetting,
  updateProjectNotificationSetting,
} from '#domain/notifications/contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildProject, type Cast } from '#testing/people.ts'
import { notificationRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: notificationRoutes })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const list = (person: TestPerson, projectId = cast.project.projectId) =>
  kit.ask(person, listNotificationSettings, { params: { projectId } })
const noteSetting = () => cast.project.projectId * 100 + 11
const choose = (person: TestPerson, choice: object = {}, settingId = noteSetting()) =>
  kit.ask(person, updateProjectNotificationSetting, {
    params: { settingId },
    body: { notification_id: settingId, type_id: 2, timeframe_type_id: 2, status: 1, ...choice },
  })
const monday = { scheduled_day: 1, scheduled_times: ['17:30', '09:00'], isChecked: true }

describe('The notification settings of a person', () => {
  it('are those that their role is notified of, by default every hour and what is urgent at once', async () => {
    const { data } = await list(cast.external)
    expect(data.map(({ kind }) => kind)).toEqual([
      'sent_for_approval',
      'revision_requested',
      'question',
      'answer',
      'note',
      'approval_reminder',
    ])
    expect(data.map(({ alias_name }) => alias_name)).toEqual([
      ...Array.from({ length: 5 }, () => 'hourly'),
      'immediate',
    ])
    const own = (await list(cast.admin)).data
    expect(own.find(({ kind }) => kind === 'publishing_failed')).toMatchObject({
      timeframe_type_id: 1,
      alias_name: 'immediate',
      status: 1,
      type_id: 2,
    })
    expect(own.find(({ kind }) => kind === 'reconnecting')).toMatchObject({ type_id: 1, status: 1 })
  })

  it('have all seven days, Monday first, in the project’s zone until the person chooses', async () => {
    const [first] = (await list(cast.creator)).data
    expect(first?.notify_timeframe.map(day => day.scheduled_day)).toEqual([1, 2, 3, 4, 5, 6, 0])
    expect(first?.notify_timeframe.every(day => !day.isChecked && day.timestamp === null)).toBe(true)
    expect(first?.timezone).toBe(cast.project.timezone)
  })

  it('are kept, and read as they were chosen', async () => {
    const sent = { timeframe_type_id: 3, notify_timeframe: [monday], timezone: 'Asia/Tokyo' }
    const { status, data } = await choose(cast.creator, sent)
    expect(status).toBe(200)
    expect(data).toMatchObject({ alias_name: 'time_frame', timezone: 'Asia/Tokyo', status: 1 })
    // Half past five on the same Monday in Tokyo; nine is over.
    expect(data.notify_timeframe[0]).toMatchObject({
      scheduled_times: ['09:00', '17:30'],
      isChecked: true,
      timestamp: '2026-06-01T08:30:00.000Z',
    })
    const read = await kit.ask(cast.creator, getNotificationSetting, { params: { settingId: noteSetting() } })
    expect(read.data).toEqual(data)
    expect((await list(cast.creator)).data.find(({ kind }) => kind === 'note')).toEqual(data)
    expect((await list(cast.internal)).data.find(({ kind }) => kind === 'note')?.alias_name).toBe('hourly')
  })

  it('can be turned off and on, and keep their times meanwhile', async () => {
    await choose(cast.creator, { timeframe_type_id: 3, notify_timeframe: [monday] })
    expect((await choose(cast.creator, { timeframe_type_id: 3, status: 0 })).data.status).toBe(0)
    const { data } = await choose(cast.creator, { timeframe_type_id: 3, status: 1 })
    expect(data.notify_timeframe[0]?.scheduled_times).toEqual(['09:00', '17:30'])
  })

  it.each([
    ['no day', [{ ...monday, isChecked: false }], 'Notification days not selected', undefined],
    ['a day without a time', [{ ...monday, scheduled_times: [] }], 'Timeslots are missing', ['required']],
  ])('cannot be at chosen times with %s', async (_, notify_timeframe, message, row) => {
    const answer = await choose(cast.creator, { timeframe_type_id: 3, notify_timeframe })
    expect(answer.status).toBe(422)
    expect(answer.message).toBe(message)
    expect(answer.errors?.['notify_timeframe.1']).toEqual(row)
  })

  it.each([
    ['three times a day', { ...monday, scheduled_times: ['09:00', '12:00', '15:00'] }],
    ['the same time twice', { ...monday, scheduled_times: ['09:00', '09:00'] }],
    ['a time between the half hours', { ...monday, scheduled_times: ['09:10'] }],
  ])('cannot be at %s', async (_, day) => {
    const sent = { timeframe_type_id: 3, notify_timeframe: [day] }
    expect((await choose(cast.creator, sent)).status).toBe(422)
  })

  it('need a time zone that exists', async () => {
    expect((await choose(cast.creator, { timezone: 'Mars/Olympus' })).status).toBe(422)
  })

  it.each([
    ['notification_id', { notification_id: 1 }],
    ['type_id', { type_id: 1 }],
    ['notify_timeframe', { notify_timeframe: [{ ...monday, notification_id: 1 }] }],
  ])('are not changed by a body whose %s is not that of the address', async (field, unlike) => {
    const answer = await choose(cast.creator, { status: 0, ...unlike })
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]])
    expect((await list(cast.creator)).data.find(({ kind }) => kind === 'note')?.status).toBe(1)
  })

  it('of the account are the same in all projects', async () => {
    const second = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const settingId = second.projectId * 100 + 4
    const body = { notification_id: settingId, type_id: 1, timeframe_type_id: 2, status: 0 } as const
    const saved = await kit.ask(cast.admin, updateAccountNotificationSetting, { params: { settingId }, body })
    expect(saved.data).toMatchObject({ id: settingId, status: 0 })
    expect((await list(cast.admin)).data.find(({ kind }) => kind === 'reconnecting')?.status).toBe(0)
  })

  it('of other projects, other roles and other types are not found', async () => {
    expect((await list(cast.stranger)).status).toBe(404)
    expect((await choose(cast.stranger)).status).toBe(404)
    const published = cast.project.projectId * 100 + 12
    expect((await choose(cast.external, {}, published)).status).toBe(404)
    expect((await choose(cast.admin, {}, cast.project.projectId * 100 + 4)).status).toBe(404)
    const read = await kit.ask(cast.stranger, getNotificationSetting, {
      params: { settingId: noteSetting() },
    })
    expect(read.status).toBe(404)
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wholeWeek } from '#domain/notifications/mail-days.ts'
import type { NotificationSetting } from '#domain/notifications/model.ts'
import type { PushDevice } from '#domain/notifications/push-contract.ts'
import type { Role } from '#domain/permissions/table.ts'
import { buildMe, buildOwnProject } from '../../../testing/build-project.ts'
import { type FakeServer, openScreen } from '../../../testing/fake-project-server.tsx'
import { NotificationSettingsScreen } from './settings-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const setting = (changes: Partial<NotificationSetting> = {}): NotificationSetting => ({
  id: 311,
  notification_id: 311,
  name: 'A note was written',
  kind: 'note',
  type_id: 2,
  timeframe_type_id: 2,
  alias_name: 'hourly',
  status: 1,
  push: 0,
  timezone: zone,
  notify_timeframe: wholeWeek([]).map(day => ({
    id: day.scheduled_day + 1,
    notification_id: 311,
    timestamp: null,
    scheduled_day: day.scheduled_day,
    scheduled_times: [],
    isChecked: false,
  })),
  ...changes,
})

type Day = NotificationSetting['notify_timeframe'][number]
type Change = Partial<Omit<NotificationSetting, 'notify_timeframe'>> & {
  readonly notify_timeframe?: readonly Pick<Day, 'scheduled_day' | 'scheduled_times' | 'isChecked'>[]
}

/** The setting once it is changed. */
const saved = (
  before: NotificationSetting,
  { notify_timeframe, ...change }: Change,
): NotificationSetting => ({
  ...before,
  ...change,
  notify_timeframe:
    notify_timeframe?.map(day => ({
      id: day.scheduled_day + 1,
      notification_id: before.id,
      timestamp: null,
      ...day,
    })) ?? before.notify_timeframe,
})

const open = (
  settings: NotificationSetting[],
  answer: FakeServer['answer'] = () => null,
  devices: PushDevice[] = [],
) =>
  openScreen(() => <NotificationSettingsScreen />, {
    answer: request =>
      answer(request) ??
      (request.path === '/notification-types/3'
        ? { data: settings }
        : request.path === '/account/language'
          ? { data: request.body ?? { language: null } }
          : request.path === '/notifications/quiet-hours'
            ? { data: request.body ?? { quiet_hours: null } }
            : request.path === '/notifications/mute'
              ? { data: request.body ?? { is_muted: false } }
              : request.path === '/notifications/push-devices'
                ? { data: { public_key: '', devices } }
                : request.path.startsWith('/update-')
                  ? { data: saved(settings[0] ?? setting(), request.body as Change) }
                  : null),
  })

const change = async (page: Awaited<ReturnType<typeof open>>) => {
  await page.user.click(await screen.findByRole('button', { name: 'Change when: A note was written' }))
  return within(await screen.findByRole('dialog', { name: 'Notification Settings' }))
}

describe('Notification settings', () => {
  it('are listed with when their mails come, those of the account apart', async () => {
    await open([
      setting(),
      setting({ id: 304, name: 'A social account needs reconnecting', type_id: 1, timeframe_type_id: 1 }),
    ])
    const own = within(await screen.findByRole('region', { name: 'This project' }))
    expect(own.getByRole('switch', { name: /A note was written/ })).toHaveProperty('checked', true)
    expect(own.getByText('Hourly')).toBeTruthy()
    const all = within(screen.getByRole('region', { name: 'All your projects' }))
    expect(all.getByText('Immediate')).toBeTruthy()
  })

  it('are all turned off by one switch, after a question', async () => {
    const account = {
      id: 304,
      notification_id: 304,
      kind: 'reconnecting',
      name: 'Reconnecting',
      type_id: 1,
    } as const
    const rows = [setting({ status: 0 }), setting({ ...account, timeframe_type_id: 1 })]
    const page = await open(rows, ({ path, body }) => {
      const row = rows.find(({ id }) => path.endsWith(`/${id}`))
      return row && path.startsWith('/update-') ? { data: saved(row, body as Change) } : null
    })
    const all = await screen.findByRole('switch', { name: /^All mails/ })
    expect(screen.getByText('1 of 2 are on')).toBeTruthy()
    await page.user.click(all)
    await page.user.click(await screen.findByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Notifications updated')).toBeTruthy()
    expect(page.sent('POST').map(({ path, body }) => [path, (body as Change).status])).toEqual([
      ['/update-project-notification-setting/311', 0],
      ['/update-all-notification-setting/304', 0],
    ])
  })

  it('are all changed by a preset, after a question', async () => {
    const rows = [setting(), setting({ id: 315, notification_id: 315, kind: 'overdue', name: 'Overdue' })]
    const page = await open(rows, ({ path, body }) => {
      const row = rows.find(({ id }) => path.endsWith(`/${id}`))
      return row && path.startsWith('/update-') ? { data: saved(row, body as Change) } : null
    })
    await page.user.click(await screen.findByRole('button', { name: 'Once a morning' }))
    expect(page.sent('POST')).toEqual([])
    await page.user.click(await screen.findByRole('button', { name: 'Change all' }))
    expect(await screen.findByText('Notifications updated')).toBeTruthy()
    expect(page.sent('POST').map(({ body }) => body)).toMatchObject([
      { notification_id: 311, status: 1, timeframe_type_id: 3, timezone: zone },
      { notification_id: 315, status: 1, timeframe_type_id: 1 },
    ])
  })

  it('say of each kind whether it is pushed, to somebody who has a browser for it', async () => {
    const laptop = {
      id: 1,
      user_agent: null,
      created_at: '2026-06-01T08:00:00.000Z',
      last_sent_at: null,
      is_current: false,
    }
    const page = await open([setting({ status: 0 })], undefined, [laptop])
    await page.user.click(await screen.findByRole('checkbox', { name: 'Push: A note was written' }))
    expect(await screen.findByText('Notification updated')).toBeTruthy()
    expect(page.sent('POST').map(({ body }) => body)).toEqual([
      { notification_id: 311, type_id: 2, status: 0, timeframe_type_id: 2, push: 1 },
    ])
  })

  it('say nothing of push to others', async () => {
    await open([setting()])
    await screen.findByRole('switch', { name: /A note was written/ })
    expect(screen.queryByRole('checkbox', { name: /^Push/ })).toBeNull()
  })

  it('are turned off only after a question, and on without one', async () => {
    const page = await open([setting()])
    const sent = () => page.sent('POST').map(({ path, body }) => [path, body])
    await page.user.click(await screen.findByRole('switch', { name: /A note was written/ }))
    await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(sent()).toEqual([])
    await page.user.click(screen.getByRole('switch', { name: /A note was written/ }))
    await page.user.click(await screen.findByRole('button', { name: 'Turn off' }))
    await waitFor(() =>
      expect(sent()).toEqual([
        [
          '/update-project-notification-setting/311',
          { notification_id: 311, type_id: 2, timeframe_type_id: 2, status: 0 },
        ],
      ]),
    )
    expect(await screen.findByText('Notification updated')).toBeTruthy()
  })

  it('come at chosen days and times, two a day at most', async () => {
    const page = await open([setting()])
    const modal = await change(page)
    await page.user.click(modal.getByRole('radio', { name: 'Timeframe' }))
    await page.user.click(modal.getByRole('checkbox', { name: 'Monday' }))
    await page.user.click(modal.getByRole('button', { name: 'Add a time on Monday' }))
    await page.user.click(modal.getByRole('button', { name: 'Add a time on Monday' }))
    expect(modal.queryByRole('button', { name: 'Add a time on Monday' })).toBeNull()
    await page.user.selectOptions(modal.getByRole('combobox', { name: 'Monday, first time' }), '12:00AM')
    await page.user.click(modal.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.sent('POST')).toHaveLength(1))
    expect(page.sent('POST')[0]?.body).toMatchObject({ timeframe_type_id: 3, status: 1, timezone: zone })
    const { notify_timeframe: days } = Object(page.sent('POST')[0]?.body) as NotificationSetting
    expect(days.filter(({ isChecked }) => isChecked)).toEqual([
      { scheduled_day: 1, scheduled_times: ['00:00', '18:00'], isChecked: true },
    ])
  })

  it('cannot be saved without a day, or with a day without a time', async () => {
    const page = await open([setting()])
    const modal = await change(page)
    await page.user.click(modal.getByRole('radio', { name: 'Timeframe' }))
    await page.user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Notification days not selected')).toBeTruthy()
    await page.user.click(modal.getByRole('checkbox', { name: 'Sunday' }))
    await page.user.click(modal.getByRole('button', { name: 'Save' }))
    expect(modal.getByText('Timeslots are missing')).toBeTruthy()
    expect(modal.getByText('required')).toBeTruthy()
    expect(page.sent('POST')).toEqual([])
  })

  it('say the chosen times in words', async () => {
    const times = { scheduled_times: ['09:00'], isChecked: true }
    const notify_timeframe = setting().notify_timeframe.map(day =>
      [1, 3].includes(day.scheduled_day) ? { ...day, ...times } : day,
    )
    await open([setting({ timeframe_type_id: 3, alias_name: 'time_frame', notify_timeframe })])
    expect(await screen.findByText('Mon, Wed at 9:00AM')).toBeTruthy()
  })
})

describe('The switch for all mails and push messages', () => {
  const all = () => screen.findByRole('switch', { name: /Mails and push, in all your projects/ })
  const isOn = async () => ((await all()) as HTMLInputElement).checked

  it('asks before it turns them off, and turns them on at once', async () => {
    const page = await open([setting()])
    const sent = () => page.sent('PUT').map(({ body }) => body)
    await waitFor(async () => expect(await isOn()).toBe(true))
    await page.user.click(await all())
    const question = within(await screen.findByRole('dialog'))
    await page.user.click(question.getByRole('button', { name: 'Cancel' }))
    expect([sent(), await isOn()]).toEqual([[], true])
    await page.user.click(await all())
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('All mails and push messages are off')).toBeTruthy()
    await waitFor(async () => expect(await isOn()).toBe(false))
    expect(screen.getByText(/does not come later/)).toBeTruthy()
    await page.user.click(await all())
    expect(await screen.findByText('Mails and push are on again')).toBeTruthy()
    expect(sent()).toEqual([{ is_muted: true }, { is_muted: false }])
  })
})

describe('Quiet hours', () => {
  it('are switched on for the nights, changed, and switched off', async () => {
    const page = await open([setting()])
    const panel = within(await screen.findByRole('region', { name: 'Quiet hours' }))
    const sent = () => page.sent('PUT').map(({ body }) => body)
    const nights = { days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '08:00', timezone: zone }
    await page.user.click(await panel.findByRole('switch'))
    expect(await screen.findByText('Quiet hours updated')).toBeTruthy()
    expect(sent()).toEqual([{ quiet_hours: nights }])
    expect(panel.queryByRole('button', { name: 'Save' })).toBe(null)
    await page.user.selectOptions(await panel.findByLabelText('From'), '9:00PM')
    for (const day of ['Saturday', 'Sunday'])
      await page.user.click(panel.getByRole('checkbox', { name: day }))
    await page.user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent()[1]).toEqual({ quiet_hours: { ...nights, days: [1, 2, 3, 4, 5], from: '21:00' } }),
    )
    await page.user.click(await panel.findByRole('switch'))
    await waitFor(() => expect(sent()[2]).toEqual({ quiet_hours: null }))
  })

  it('cannot be saved without a day', async () => {
    const page = await open([setting()], ({ path }) =>
      path === '/notifications/quiet-hours'
        ? { data: { quiet_hours: { days: [1], from: '20:00', to: '08:00', timezone: zone } } }
        : null,
    )
    const panel = within(await screen.findByRole('region', { name: 'Quiet hours' }))
    await page.user.click(await panel.findByRole('checkbox', { name: 'Monday' }))
    expect(panel.getByText('Choose at least one day.')).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })
})

describe('The language of a client', () => {
  const asRole = (role: Role) => (request: { readonly path: string }) =>
    request.path === '/auth/me' ? { data: buildMe({ projects: [buildOwnProject(role)] }) } : null

  it('is chosen by clients, for all their projects', async () => {
    const page = await open([setting()], asRole('external-approver'))
    const choice = await screen.findByRole('combobox', { name: 'Language of your mails and approval links' })
    expect(choice).toHaveProperty('value', '')
    await page.user.selectOptions(choice, 'Polski')
    expect(await screen.findByText('Language updated')).toBeTruthy()
    expect(choice).toHaveProperty('value', 'pl')
    await page.user.selectOptions(choice, 'That of each project')
    await waitFor(() => expect(choice).toHaveProperty('value', ''))
    expect(page.sent('PUT').map(({ body }) => body)).toEqual([{ language: 'pl' }, { language: null }])
  })

  it('is not offered to people of the agency, who work in English', async () => {
    await open([setting()], asRole('internal-approver'))
    expect(await screen.findByRole('heading', { name: 'Quiet hours' })).toBeTruthy()
    expect(screen.queryByText('Language of your mails and approval links')).toBeNull()
  })
})

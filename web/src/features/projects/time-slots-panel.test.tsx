import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { buildProject } from '../../../testing/render-in-project.tsx'
import { TimeSlotsPanel } from './time-slots-panel.tsx'

const monday: TimeSlot = { weekday: 1, social_network: null, time: '09:00' }
const friday: TimeSlot = { weekday: 5, social_network: 'linkedin', time: '17:30' }

/** The panel, with a server that keeps the slots; `refusal` is the answer to the first change. */
const open = async (slots: TimeSlot[] = [monday, friday], refusal?: { status: number; message: string }) => {
  let saved = { slots, version: 4 }
  let refused = refusal
  return openScreen(() => <TimeSlotsPanel project={buildProject('agency-admin')} />, {
    answer: ({ method, path, body }: Call) => {
      if (path !== '/projects/3/time-slots') return null
      if (method === 'POST' && refused) {
        const answer = { ...refused, code: 'stale_version' }
        refused = undefined
        saved = { slots: [friday], version: 9 }
        return answer
      }
      if (method === 'POST') saved = { slots: (body as typeof saved).slots, version: saved.version + 1 }
      return { data: saved }
    },
  })
}
const timesOf = async (day: string) =>
  (await screen.findByText(day, { selector: 'dt' })).nextElementSibling as HTMLElement
const save = () => screen.getByRole('button', { name: 'Save changes' })
const form = () => screen.findByRole('form', { name: 'Add a time slot' })

test('the time slots of a project are listed by day, in its zone', async () => {
  await open()
  expect(within(await timesOf('Monday')).getByText('9:00 AM')).toBeTruthy()
  expect(within(await timesOf('Friday')).getByRole('img', { name: 'LinkedIn' })).toBeTruthy()
  expect(within(await timesOf('Sunday')).getByText('No times')).toBeTruthy()
  expect(screen.getByText(/in Europe - Berlin time/)).toBeTruthy()
})

test('a time for Monday to Friday is added where it is missing, and the whole list is saved with its version', async () => {
  const world = await open()
  await form()
  await world.user.selectOptions(screen.getByLabelText('Days'), 'Monday to Friday')
  await world.user.click(screen.getByRole('button', { name: 'Add time' }))
  expect(world.sent('POST')).toEqual([])
  await world.user.click(save())
  expect(await screen.findByText('Settings updated')).toBeTruthy()
  const [sent] = world.sent('POST')
  const nine = ([1, 2, 3, 4, 5] as const).map(weekday => ({ ...monday, weekday }))
  expect(sent?.body).toEqual({ slots: [...nine, friday], version: 4 })
  expect(within(await timesOf('Wednesday')).getByText('9:00 AM')).toBeTruthy()
})

test('a time of one network on one day is added in the afternoon', async () => {
  const world = await open([])
  await form()
  await world.user.selectOptions(screen.getByLabelText('Days'), 'Sunday')
  await world.user.selectOptions(screen.getByLabelText('Network'), 'Facebook')
  await world.user.clear(screen.getByLabelText('Minutes'))
  await world.user.type(screen.getByLabelText('Minutes'), '75')
  await world.user.click(screen.getByRole('radio', { name: 'PM' }))
  await world.user.click(screen.getByRole('button', { name: 'Add time' }))
  await world.user.click(save())
  await waitFor(() =>
    expect(world.sent('POST')[0]?.body).toEqual({
      slots: [{ weekday: 7, social_network: 'facebook', time: '21:59' }],
      version: 4,
    }),
  )
})

test('a time that is already there is not sent again', async () => {
  const world = await open()
  await form()
  await world.user.selectOptions(screen.getByLabelText('Days'), 'Monday')
  await world.user.click(screen.getByRole('button', { name: 'Add time' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This time is already in the list.')
  expect(world.sent('POST')).toEqual([])
})

test('a time is removed', async () => {
  const world = await open()
  await world.user.click(await screen.findByRole('button', { name: 'Remove Monday, 9:00 AM, all networks' }))
  expect(within(await timesOf('Monday')).getByText('No times')).toBeTruthy()
  await world.user.click(save())
  await waitFor(() => expect(world.sent('POST')[0]?.body).toEqual({ slots: [friday], version: 4 }))
})

test('a time that is removed and added again is no change', async () => {
  const world = await open()
  await world.user.click(await screen.findByRole('button', { name: /Remove Monday/ }))
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await world.user.selectOptions(screen.getByLabelText('Days'), 'Monday')
  await world.user.click(screen.getByRole('button', { name: 'Add time' }))
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

test('a change based on an older list says so, and is then made to the newer one', async () => {
  const message = 'Someone else has changed this in the meantime. Load the newer version before you save.'
  const world = await open([monday, friday], { status: 409, message })
  await world.user.click(await screen.findByRole('button', { name: /Remove Friday/ }))
  await world.user.click(save())
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(async () => expect(within(await timesOf('Monday')).getByText('No times')).toBeTruthy())
  expect(within(await timesOf('Friday')).getByText('No times')).toBeTruthy()
  await world.user.click(save())
  await waitFor(() => expect(world.sent('POST')[1]?.body).toEqual({ slots: [], version: 9 }))
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { AgencyScreen } from './agency-screen.tsx'

const agency = ({ method, path }: Call) =>
  (method === 'GET' || method === 'POST') && path === '/agencies/1'
    ? {
        data: {
          id: 1,
          name: 'Bluebird',
          logo_image_link: null,
          accent_color: null,
          names_weakest_post: false,
        },
      }
    : ['parked-mails', 'network-costs'].some(end => path === `/agencies/1/${end}`)
      ? { data: [] }
      : null
const open = () => openScreen(() => <AgencyScreen agencyId={1} />, { answer: agency })

test('the agency is renamed', async () => {
  const world = await open()
  const name = await screen.findByDisplayValue('Bluebird')
  await world.user.type(name, ' Two')
  await world.user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(world.sent('POST')).toHaveLength(1))
  expect(world.sent('POST')[0]).toMatchObject({ path: '/agencies/1', body: { name: 'Bluebird Two' } })
})

test('leaving the agency page asks first if its name is not saved', async () => {
  const world = await open()
  await world.user.type(await screen.findByDisplayValue('Bluebird'), ' Two')
  void world.go('/3/calendar')
  expect(await screen.findByText('Your changes to the agency are not saved yet.')).toBeTruthy()
  await world.user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(await screen.findByDisplayValue('Bluebird Two')).toBeTruthy()
  expect(world.address()).toBe('/here')
})

test('an accent color that would be invisible on paper is refused, and another is saved', async () => {
  const world = await open()
  const field = await screen.findByRole('textbox', { name: 'Accent color of reports' })
  await world.user.type(field, '#ffee00')
  await world.user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(screen.getByText('This color is too light for white paper. Choose a darker one.')).toBeTruthy()
  expect(world.sent('POST')).toEqual([])
  await world.user.clear(field)
  await world.user.type(field, '#0055aa')
  await world.user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(world.sent('POST')[0]?.body).toMatchObject({ accent_color: '#0055aa' }))
})

test('naming the weakest post in reports is a choice of the agency', async () => {
  const world = await open()
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', { name: /weakest post/ })
  expect(choice.checked).toBe(false)
  await world.user.click(choice)
  await world.user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(world.sent('POST')[0]?.body).toMatchObject({ names_weakest_post: 'true' }))
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AgencyUser } from '#domain/agencies/model.ts'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { AgencyScreen } from './agency-screen.tsx'

const user = (part: Partial<AgencyUser>): AgencyUser => ({
  id: 61,
  name: 'Inès Okafor',
  email: 'ines@x.example',
  avatar_image_link: null,
  agency_role: 'content-creator',
  is_blocked: false,
  projects: [{ id: 3, name: 'Harbor', role: 'content-creator' }],
  ...part,
})
const ada = user({ id: 50, name: 'Ada', email: 'ada@x.example', agency_role: 'agency-admin', projects: [] })
const emil = user({
  id: 62,
  name: 'Emil',
  email: 'emil@x.example',
  agency_role: 'external-approver',
  projects: [{ id: 3, name: 'Harbor', role: 'external-approver' }],
})
const agency = ({ method, path }: Call) =>
  (method === 'GET' || method === 'POST') && path === '/agencies/1'
    ? { data: { id: 1, name: 'Bluebird', logo_image_link: null, accent_color: null } }
    : ['parked-mails', 'secret-addresses', 'network-costs'].some(end => path === `/agencies/1/${end}`)
      ? { data: [] }
      : null
const open = () =>
  openScreen(() => <AgencyScreen agencyId={1} />, {
    answer: agency,
    agencyUsers: [ada, user({}), emil],
    agencyInvitations: [
      {
        user: { id: null, name: 'Nora Lind', email: 'nora@x.example', avatar_image_link: null },
        agency_role: 'agency-admin',
        status: 'pending',
        invitation_id: 9,
      },
    ],
  })

test('the agency shows its people with their projects, and who is invited', async () => {
  await open()
  expect(await screen.findByDisplayValue('Bluebird')).toBeTruthy()
  const people = await screen.findByRole('list', { name: 'People' })
  expect(within(people).getByText('Ada')).toBeTruthy()
  expect(within(people).getByText('Harbor (Content Creator)')).toBeTruthy()
  expect(
    within(screen.getByRole('list', { name: 'Invited' })).getByText('Agency admin · pending'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove Ada' })).toBeNull()
})

test('an admin changes a role after a confirmation, except their own and a client’s', async () => {
  const world = await open()
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Role of Inès Okafor' })
  for (const name of ['Role of Ada', 'Role of Emil'])
    expect(screen.getByRole<HTMLInputElement>('combobox', { name }).disabled).toBe(true)
  await world.user.click(select)
  const choices = await screen.findByRole('listbox', { name: 'Role of Inès Okafor', hidden: true })
  await world.user.click(within(choices).getByRole('option', { name: 'Agency admin', hidden: true }))
  expect(world.sent('POST')).toEqual([])
  await world.user.click(await screen.findByRole('button', { name: 'Change role' }))
  await waitFor(() => expect(world.sent('POST')).toHaveLength(1))
  expect(world.sent('POST')[0]).toMatchObject({
    path: '/agencies/1/users/61/role',
    body: { role: 'agency-admin' },
  })
})

test('a person is removed after a confirmation', async () => {
  const world = await open()
  await world.user.click(await screen.findByRole('button', { name: 'Remove Inès Okafor' }))
  await world.user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/agencies/1/users/61']))
})

test('renaming, inviting and revoking each make their call', async () => {
  const world = await open()
  const name = await screen.findByDisplayValue('Bluebird')
  await world.user.type(name, ' Two')
  await world.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(world.sent('POST')).toHaveLength(1))
  expect(world.sent('POST')[0]).toMatchObject({ path: '/agencies/1', body: { name: 'Bluebird Two' } })
  await world.user.click(await screen.findByRole('button', { name: 'Revoke the invitation of Nora Lind' }))
  expect(world.sent('DELETE')).toEqual([])
  await world.user.click(await screen.findByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/userinvitations/9']))
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

test('an accent color that nobody would see on paper is refused, and another is saved', async () => {
  const world = await open()
  const field = await screen.findByRole('textbox', { name: 'Accent color of reports' })
  await world.user.type(field, '#ffee00')
  await world.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('This color is too light for white paper. Choose a darker one.')).toBeTruthy()
  expect(world.sent('POST')).toEqual([])
  await world.user.clear(field)
  await world.user.type(field, '#0055aa')
  await world.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(world.sent('POST')[0]?.body).toMatchObject({ accent_color: '#0055aa' }))
})

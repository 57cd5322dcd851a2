import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AgencyUser } from '#domain/agencies/model.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { AgencyPeopleScreen } from './agency-people-screen.tsx'

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
const open = () =>
  openScreen(() => <AgencyPeopleScreen agencyId={1} />, {
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

test('the people of an agency are shown with their projects, and who is invited', async () => {
  await open()
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

test('an invitation is revoked after a confirmation', async () => {
  const world = await open()
  await world.user.click(await screen.findByRole('button', { name: 'Revoke the invitation of Nora Lind' }))
  expect(world.sent('DELETE')).toEqual([])
  await world.user.click(await screen.findByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/userinvitations/9']))
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  type Call,
  type FakeServer,
  invited,
  openScreen,
  person,
} from '../../../testing/fake-project-server.tsx'
import { ClientScreen, TeamScreen } from './team-screen.tsx'

afterEach(() => sessionStorage.clear())

const openTeam = (part: Partial<FakeServer> = {}) => openScreen(() => <TeamScreen />, part)
const openClients = (part: Partial<FakeServer> = {}) => openScreen(() => <ClientScreen />, part)
const ines = person({
  id: 61,
  name: 'Inès Okafor',
  email: 'ines@bluebird.example',
  role: 'internal-approver',
})
const emil = person({
  id: 62,
  name: 'Emil Sorensen',
  email: 'emil@harbor.example',
  role: 'external-approver',
})
const ada = person({ id: 50, name: 'Ada', role: 'agency-admin' })
const everybody = [ada, person({}), ines, emil]

const form = async () => within(await screen.findByRole('form', { name: 'Invite new member' }))
const openForm = async ({ user }: Awaited<ReturnType<typeof openTeam>>) => {
  const [button] = await screen.findAllByRole('button', { name: 'Invite new member' })
  if (button) await user.click(button)
  return form()
}

test('Team lists content creators and internal approvers, and invitations for these roles', async () => {
  await openTeam({
    people: everybody,
    invitations: [invited({}), invited({ id: 91, name: 'Cleo Client', role: 'external-approver' })],
  })
  const list = await screen.findByRole('list', { name: 'Team' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('Nora Lind')).toBeTruthy()
  expect(screen.queryByText('Emil Sorensen')).toBeNull()
  expect(screen.queryByText('Cleo Client')).toBeNull()
})

test('External Approver lists only the clients', async () => {
  await openClients({ people: everybody })
  const list = await screen.findByRole('list', { name: 'External Approver' })
  expect(within(list).getByText('Emil Sorensen')).toBeTruthy()
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
})

test('an empty Team page has the fixed wording', async () => {
  await openTeam({ people: [ada, emil] })
  expect(await screen.findByText('There are no members added to this project')).toBeTruthy()
})

test('an empty External Approver page has the fixed wording', async () => {
  await openClients({ people: [ada, ines] })
  expect(await screen.findByText('There are no clients added to this project')).toBeTruthy()
})

test('a page with invitations but nobody in the project says both', async () => {
  await openClients({ people: [ada], invitations: [invited({ role: 'external-approver' })] })
  expect(await screen.findByText('There are no clients added to this project')).toBeTruthy()
  expect(screen.getByText('Nora Lind')).toBeTruthy()
})

test('Cancel discards what was typed, and a reload does not', async () => {
  const world = await openClients()
  const typed = async () => {
    const fields = await openForm(world)
    return (fields.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value
  }
  await world.user.type((await openForm(world)).getByRole('textbox', { name: 'Name' }), 'Cleo Client')
  cleanup()
  const again = await openClients()
  expect(await typed()).toBe('Cleo Client')
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await typed()).toBe('')
})

test('members of a large agency can be searched by name or address', async () => {
  const base = { avatar_image_link: null, is_blocked: false, projects: [], agency_role: 'content-creator' }
  const agencyUsers = Array.from({ length: 12 }, (_, index) => ({
    ...base,
    id: 100 + index,
    name: `Member ${index}`,
    email: `m${index}@x.example`,
  })) as FakeServer['agencyUsers']
  const world = await openTeam({ agencyUsers })
  const fields = await openForm(world)
  const search = fields.getByRole('textbox', { name: 'Search members' })
  await world.user.type(search, 'm11@')
  expect(fields.getAllByRole('checkbox')).toHaveLength(1)
  await world.user.click(fields.getByRole('checkbox', { name: /Member 11/ }))
  await world.user.clear(search)
  await world.user.type(search, 'nobody{Enter}')
  expect(fields.getByText('Not found')).toBeTruthy()
  await world.user.click(fields.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(world.sent('POST').map(({ body }) => body)).toMatchObject([{ user_id: 111 }]))
})

test('people of a large project, invited ones included, can be searched by name or address', async () => {
  const people = Array.from({ length: 9 }, (_, index) =>
    person({
      id: 100 + index,
      name: `Member ${index}`,
      email: `m${index}@x.example`,
      role: 'internal-approver',
    }),
  )
  const { user } = await openTeam({ people, invitations: [invited({})] })
  const search = await screen.findByRole('textbox', { name: 'Search Team' })
  const look = async (text: string) => {
    await user.clear(search)
    await user.click(search)
    await user.paste(text)
    return screen.queryAllByRole('listitem').map(item => item.querySelector('bdi')?.textContent)
  }
  expect(await look('M8@')).toEqual(['Member 8'])
  expect(await look('nora')).toEqual(['Nora Lind'])
  expect(await look('nobody')).toEqual([])
  expect(screen.getByText('Not found')).toBeTruthy()
})

test('the role of a team member is changed after a question', async () => {
  const changed = { ...ines, role: 'content-creator' }
  const world = await openTeam({
    people: everybody,
    answer: ({ path }) => (path === '/projects/3/users/61/role' ? { data: changed } : null),
  })
  await world.user.click(await screen.findByRole('combobox', { name: 'Role of Inès Okafor' }))
  const choices = await screen.findByRole('listbox', { name: 'Role of Inès Okafor', hidden: true })
  await world.user.click(within(choices).getByRole('option', { name: 'Content Creator', hidden: true }))
  expect(world.sent('POST')).toEqual([])
  await world.user.click(await screen.findByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Changes saved')).toBeTruthy()
  expect(world.sent('POST')).toMatchObject([
    { path: '/projects/3/users/61/role', body: { role: 'content-creator' } },
  ])
})

test('a client’s role is only shown', async () => {
  await openClients({ people: everybody })
  const select = await screen.findByRole('combobox', { name: 'Role of Emil Sorensen' })
  expect(select.hasAttribute('disabled')).toBe(true)
})

test('pasted addresses become a row each, without those that have one', async () => {
  const world = await openTeam()
  const fields = await openForm(world)
  await world.user.click(fields.getByRole('textbox', { name: 'Email' }))
  await world.user.paste('Nora Lind <nora@x.example>, ben.okoye@x.example\nnora@x.example')
  const values = (name: RegExp) =>
    fields.getAllByRole<HTMLInputElement>('textbox', { name }).map(({ value }) => value)
  expect(values(/^Name/)).toEqual(['Nora Lind', 'Ben Okoye'])
  expect(values(/^Email/)).toEqual(['nora@x.example', 'ben.okoye@x.example'])
  await world.user.click(fields.getByRole('textbox', { name: 'Email of person 1' }))
  await world.user.paste('ben.okoye@x.example; cleo@x.example')
  expect(values(/^Email/)).toEqual(['nora@x.example', 'cleo@x.example', 'ben.okoye@x.example'])
})

test('an empty form shows an error at each field, and focuses the first', async () => {
  const world = await openTeam()
  const fields = await openForm(world)
  await world.user.click(fields.getByRole('button', { name: 'Invite' }))
  for (const text of ['Name is required', 'Email is required', 'Role is required'])
    expect(fields.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(fields.getByRole('textbox', { name: 'Name' }))
  expect(world.sent('POST')).toEqual([])
})

test('clients are invited as clients, with one call each', async () => {
  const world = await openClients()
  const fields = await openForm(world)
  expect(fields.getByText('Only able to review content')).toBeTruthy()
  await world.user.type(fields.getByRole('textbox', { name: 'Name' }), 'Cleo Client')
  await world.user.type(fields.getByRole('textbox', { name: 'Email' }), 'cleo@harbor.example')
  await world.user.click(fields.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText('Changes saved')).toBeTruthy()
  expect(world.sent('POST').map(({ body }) => body)).toEqual([
    { project_id: 3, name: 'Cleo Client', email: 'cleo@harbor.example', role: 'external-approver' },
  ])
})

test('people who could not be invited stay in the form with the reason', async () => {
  const refuse = ({ method, body }: Call) => {
    if (method !== 'POST' || (body as { email?: string }).email !== 'ben@harbor.example') return null
    // Browsers take the focus from a disabled button.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return { status: 409, code: 'already_invited', message: 'ben@harbor.example was invited already.' }
  }
  const world = await openClients({ answer: refuse })
  const fields = await openForm(world)
  await world.user.type(fields.getByRole('textbox', { name: 'Name' }), 'Cleo Client')
  await world.user.type(fields.getByRole('textbox', { name: 'Email' }), 'cleo@harbor.example')
  await world.user.click(fields.getByRole('button', { name: 'Add Member' }))
  await world.user.type(fields.getByRole('textbox', { name: 'Name of person 2' }), 'Ben Client')
  await world.user.type(fields.getByRole('textbox', { name: 'Email of person 2' }), 'ben@harbor.example')
  await world.user.click(fields.getByRole('button', { name: 'Invite' }))
  expect(await fields.findByText('ben@harbor.example was invited already.')).toBeTruthy()
  expect(fields.getByText(/1 person invited. 1 person could not be invited/)).toBeTruthy()
  expect(fields.getAllByRole('textbox').map(field => (field as HTMLInputElement).value)).toContain(
    'Ben Client',
  )
  expect(fields.queryByDisplayValue('Cleo Client')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(fields.getByRole('button', { name: 'Invite' })))
})

test('members of the agency who are not in the project can be chosen, except admins and clients', async () => {
  const base = { avatar_image_link: null, is_blocked: false, projects: [] }
  const world = await openTeam({
    people: [ada, ines],
    agencyUsers: [
      { ...base, id: 50, name: 'Ada', email: 'ada@x.example', agency_role: 'agency-admin' },
      { ...base, id: 61, name: 'Inès Okafor', email: 'i@x.example', agency_role: 'internal-approver' },
      { ...base, id: 62, name: 'Emil Sorensen', email: 'e@x.example', agency_role: 'external-approver' },
      { ...base, id: 63, name: 'Mia Free', email: 'm@x.example', agency_role: 'internal-approver' },
    ],
  })
  const fields = await openForm(world)
  const boxes = await fields.findAllByRole('checkbox')
  expect(boxes).toHaveLength(1)
  await world.user.click(fields.getByRole('checkbox', { name: /Mia Free/ }))
  await world.user.click(fields.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(world.sent('POST')).toHaveLength(1))
  expect(world.sent('POST')[0]).toMatchObject({
    path: '/projects/3/users',
    body: { user_id: 63, role: 'internal-approver' },
  })
})

test('Content Manager turns on Skip Approval & Schedule, and one toast covers both', async () => {
  const both = ['content-manager', 'skip-approval-and-schedule'].map(name => ({ name, value: 'true' }))
  const carl = person({ setting: both })
  const people = [person({})]
  const world = await openTeam({
    people,
    answer: ({ path }) => {
      if (path !== '/projects/3/settings/60') return null
      people.splice(0, 1, carl)
      return { data: carl }
    },
  })
  await world.user.click(await screen.findByRole('switch', { name: 'Content Manager for Carl Brandt' }))
  const skip = screen.getByRole('switch', { name: 'Skip Approval & Schedule for Carl Brandt' })
  await waitFor(() => expect((skip as HTMLInputElement).checked).toBe(true))
  expect(await screen.findAllByText('Settings updated')).toHaveLength(1)
  expect(world.sent('POST').map(({ body }) => body)).toEqual([{ name: 'content-manager', value: 'true' }])
})

test('a person is removed after asking, and not on Cancel', async () => {
  const people = [...everybody]
  const world = await openTeam({
    people,
    answer: ({ method }) => {
      if (method === 'DELETE') people.splice(1, 1)
      return null
    },
  })
  const ask = async () => world.user.click(await screen.findByRole('button', { name: 'Remove Carl Brandt' }))
  await ask()
  await world.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(world.sent('DELETE')).toEqual([])
  await ask()
  await world.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Changes saved')).toBeTruthy()
  expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/projects/3/users/60'])
  // The button that was pressed is gone with its row.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('an invitation is sent again, and revoked after asking', async () => {
  const world = await openTeam({
    invitations: [invited({ status: 'expired' })],
    answer: ({ path }) => (path.endsWith('/resend') ? { data: invited({}) } : null),
  })
  expect(await screen.findByText(/Expired on/)).toBeTruthy()
  await world.user.click(screen.getByRole('button', { name: 'Resend the invitation of Nora Lind' }))
  expect(await screen.findByText('Invitation sent again to nora@new.example')).toBeTruthy()
  await world.user.click(screen.getByRole('button', { name: 'Revoke the invitation of Nora Lind' }))
  await world.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/userinvitations/90']))
})

test('a page that cannot be loaded says so, and tries again', async () => {
  let isDown = true
  const world = await openTeam({
    people: everybody,
    answer: ({ path }) =>
      isDown && path === '/projects/3/invitations'
        ? { status: 403, code: 'forbidden', message: 'Not now.' }
        : null,
  })
  expect(await screen.findByText('Not now.')).toBeTruthy()
  isDown = false
  await world.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('list', { name: 'Team' })).toBeTruthy()
})

test('a person typed into the form is still there after leaving the page and coming back', async () => {
  const world = await openTeam({ people: everybody })
  const shown = await openForm(world)
  await world.user.type(shown.getByRole('textbox', { name: 'Name' }), 'Nora Lind')
  cleanup()
  const again = await openTeam({ people: everybody })
  const field = (await form()).getByRole('textbox', { name: 'Name' })
  expect((field as HTMLInputElement).value).toBe('Nora Lind')
  await again.user.clear(field)
  cleanup()
  await openTeam({ people: everybody })
  await screen.findByRole('list', { name: 'Team' })
  expect(screen.queryByRole('form', { name: 'Invite new member' })).toBeNull()
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildProject } from '../../../testing/build-project.ts'
import { type FakeServer, openScreen } from '../../../testing/fake-project-server.tsx'
import { GeneralSettingsScreen } from './general-settings-screen.tsx'

const open = (part: Partial<FakeServer> = {}) => openScreen(() => <GeneralSettingsScreen />, part)
const name = () => screen.findByRole('textbox', { name: 'Project name' })
const saveIn = async (section: string) =>
  within(await screen.findByRole('region', { name: section })).getByRole('button', { name: 'Save changes' })

test('only a changed name or time zone is saved, and nothing that another admin may have changed', async () => {
  const world = await open()
  await world.user.click(await saveIn('Project'))
  expect(await screen.findByText('Changes saved')).toBeTruthy()
  expect(world.sent('POST')).toEqual([])
  await world.user.clear(await name())
  await world.user.type(await name(), 'Harbor Coffee')
  await world.user.click(await saveIn('Project'))
  await waitFor(() =>
    expect(world.sent('POST')).toEqual([
      { method: 'POST', path: '/projects/3', body: { _method: 'PUT', name: 'Harbor Coffee' } },
    ]),
  )
})

const taken = {
  status: 422,
  code: 'validation_error',
  message: 'Validation error',
  errors: { name: ['Taken'] },
} as const

/** The screen, and a change that another admin makes once `save` is called. */
const openBeside = async () => {
  let saved = { name: 'Harbor', timezone: 'Europe/Berlin' }
  const world = await open({
    answer: ({ method, path }) => {
      if (method === 'POST' && path === '/projects/3/settings') return { data: [] }
      if (method === 'POST') return taken
      if (method !== 'GET' || path !== '/projects/3') return null
      return { data: buildProject('agency-admin', saved) }
    },
  })
  const save = async (change: typeof saved) => {
    saved = change
    // Anything that reloads the project.
    await world.user.click(screen.getByRole('switch', { name: /Send Twitter posts to approval/ }))
    await world.user.click(await saveIn('Approval and scheduling'))
  }
  return { ...world, save }
}

test('another admin’s save shows in untouched fields, and as a note at the others', async () => {
  const world = await openBeside()
  await world.user.type(await name(), ' Two')
  await world.save({ name: 'Seaport', timezone: 'Pacific/Auckland' })
  expect(await screen.findByText(/Project name is now Seaport/)).toBeTruthy()
  expect(await screen.findByDisplayValue('Pacific - Auckland')).toBeTruthy()
  expect(((await name()) as HTMLInputElement).value).toBe('Harbor Two')
})

test('a person’s own save is not reported as another person’s if it arrives while they keep typing', async () => {
  const world = await openBeside()
  await world.user.type(await name(), ' Two')
  await world.user.click(await saveIn('Project'))
  await world.user.type(await name(), '!')
  await world.save({ name: 'Harbor Two', timezone: 'Pacific/Auckland' })
  expect(await screen.findByDisplayValue('Pacific - Auckland')).toBeTruthy()
  await world.save({ name: 'Seaport', timezone: 'Pacific/Auckland' })
  expect(await screen.findByText(/Project name is now Seaport/)).toBeTruthy()
  expect(screen.queryByText(/Project name is now Harbor Two/)).toBeNull()
})

const zoneField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Timezone' })

/** The list is loaded for the field, which the first click does. */
const openZones = async ({ user }: { readonly user: UserEvent }) => {
  await user.click(zoneField())
  await waitFor(() => expect(zoneField().getAttribute('aria-expanded')).toBe('true'))
  return zoneField()
}

test('what is typed before the list is there is searched once it is', async () => {
  await open()
  await name()
  act(() => zoneField().focus())
  fireEvent.change(zoneField(), { target: { value: 'auck' } })
  expect(zoneField().value).toBe('auck')
  const list = await screen.findByRole('listbox', { name: 'Timezone' })
  const options = within(list).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Pacific - Auckland'),
  ])
  expect(zoneField().value).toBe('auck')
  expect(document.activeElement).toBe(zoneField())
})

test('what is selected before the list is there is replaced by what is typed then', async () => {
  const { user } = await open()
  await name()
  act(() => {
    zoneField().focus()
    zoneField().select()
  })
  await screen.findByRole('listbox', { name: 'Timezone' })
  await user.keyboard('auck')
  expect(zoneField().value).toBe('auck')
})

test('a time zone that another admin saves is named as in the list', async () => {
  const world = await openBeside()
  await name()
  const zone = await openZones(world)
  await world.user.clear(zone)
  await world.user.type(zone, 'auck')
  await world.user.click(await screen.findByText('Pacific - Auckland'))
  await world.save({ name: 'Harbor', timezone: 'America/New_York' })
  expect(await screen.findByText(/Timezone is now America - New York\./)).toBeTruthy()
  expect(screen.getByDisplayValue('Pacific - Auckland')).toBeTruthy()
})

test('zones are searched by city too, and shown with hyphens for slashes and with their offset', async () => {
  const world = await open()
  await name()
  const shown = () => [zoneField().value, screen.getByText(/^Now GMT\+[12]$/).textContent]
  const before = shown()
  expect(before[0]).toBe('Europe - Berlin')
  const zone = await openZones(world)
  expect(shown()).toEqual(before)
  expect(document.activeElement).toBe(zone)
  await world.user.clear(zone)
  await world.user.type(zone, 'wellington')
  expect(await screen.findByText('Pacific - Auckland')).toBeTruthy()
  await world.user.type(zone, 'zz')
  expect(await screen.findByText('Not found')).toBeTruthy()
})

test('another admin’s save in one field leaves the server’s text at the other', async () => {
  const world = await openBeside()
  await world.user.type(await name(), ' Two')
  await world.user.click(await saveIn('Project'))
  expect(await screen.findByText('Taken')).toBeTruthy()
  await world.save({ name: 'Harbor', timezone: 'Pacific/Auckland' })
  expect(await screen.findByDisplayValue('Pacific - Auckland')).toBeTruthy()
  expect(screen.getByText('Taken')).toBeTruthy()
})

test.each([
  ['', 'Project name is required'],
  ['ab', 'Please enter a project name between 3 and 255 characters'],
])('the name "%s" is not sent, and the field says why', async (typed, text) => {
  const world = await open()
  await world.user.clear(await name())
  if (typed) await world.user.type(await name(), typed)
  await world.user.click(await saveIn('Project'))
  expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(await name())
  expect(world.sent('POST')).toEqual([])
})

test('a refusal by the server appears at its field, and what was typed stays', async () => {
  const world = await open({
    answer: ({ method }) => (method === 'POST' ? taken : null),
  })
  await world.user.type(await name(), ' Two')
  await world.user.click(await saveIn('Project'))
  expect(await screen.findByText('Taken')).toBeTruthy()
  expect(((await name()) as HTMLInputElement).value).toBe('Harbor Two')
})

const rules = 'Approval and scheduling'

/** The screen with a server that keeps the settings of the project. */
const openKeeping = async (settings: { name: string; value: string }[] = []) => {
  const kept = settings
  const world = await open({
    settings: kept,
    answer: ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/projects/3/settings') return null
      for (const change of (body as { settings: typeof kept }).settings)
        kept.splice(0, kept.length, ...kept.filter(one => one.name !== change.name), change)
      return { data: kept }
    },
  })
  return { ...world, saved: () => world.sent('POST').map(({ body }) => body) }
}

test('everything that was changed in a section is saved together, and not before', async () => {
  const world = await openKeeping()
  await world.user.click(await screen.findByRole('switch', { name: /Send Twitter posts to approval/ }))
  await world.user.selectOptions(screen.getByLabelText('Approval deadline'), '3 days before')
  await world.user.click(screen.getByRole('switch', { name: /One approval closes/ }))
  await world.user.click(screen.getByRole('switch', { name: /One approval closes/ }))
  expect(within(screen.getByRole('region', { name: rules })).getByText('Not saved yet')).toBeTruthy()
  expect(world.saved()).toEqual([])
  await world.user.click(await saveIn(rules))
  expect(await screen.findByText('Settings updated')).toBeTruthy()
  expect(world.saved()).toEqual([
    {
      settings: [
        { name: 'twitter-approval', value: 'true' },
        { name: 'approval-deadline-hours', value: '72' },
      ],
    },
  ])
  await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
})

test('a section that could not be saved keeps what was changed in it', async () => {
  const world = await open({
    answer: ({ method }) =>
      method === 'POST' ? { status: 503, code: 'try_later', message: 'Try later' } : null,
  })
  await world.user.click(await screen.findByRole('switch', { name: /Send Twitter posts to approval/ }))
  await world.user.click(await saveIn(rules))
  expect(await screen.findByText('Try later')).toBeTruthy()
  expect(screen.getByRole('switch', { name: /Send Twitter posts to approval/ })).toHaveProperty(
    'checked',
    true,
  )
})

test('the hours of reminders are chosen, and none of them are said as such', async () => {
  const world = await openKeeping([{ name: 'approval-reminder-hours', value: '4' }])
  const group = within(await screen.findByRole('group', { name: 'Remind approvers before the deadline' }))
  const box = (label: string) => group.getByRole('checkbox', { name: label })
  const hours = (value: string) => ({ settings: [{ name: 'approval-reminder-hours', value }] })
  await world.user.click(box('4 hours'))
  await world.user.click(await saveIn(rules))
  await waitFor(() => expect(world.saved()).toEqual([hours('none')]))
  await world.user.click(box('7 days'))
  await world.user.click(await saveIn(rules))
  await waitFor(() => expect(world.saved()[1]).toEqual(hours('168')))
})

test('how far apart posts should be is saved with the rules', async () => {
  const world = await openKeeping()
  await world.user.selectOptions(
    await screen.findByLabelText('Time between two posts of an account'),
    '2 hours',
  )
  await world.user.click(await saveIn(rules))
  await waitFor(() =>
    expect(world.saved()).toEqual([{ settings: [{ name: 'post-gap-minutes', value: '120' }] }]),
  )
})

test('how long approval links work is saved with its section', async () => {
  const world = await openKeeping()
  await world.user.selectOptions(await screen.findByLabelText('A link works for'), '7 days')
  await world.user.click(await saveIn('Approval links'))
  await waitFor(() =>
    expect(world.saved()).toEqual([{ settings: [{ name: 'approval-link-days', value: '7' }] }]),
  )
})

test('leaving the page asks once, whatever sections have changes', async () => {
  const world = await open()
  await world.user.type(await name(), ' Two')
  await world.user.click(screen.getByRole('switch', { name: /Send Twitter posts to approval/ }))
  void world.go('/3/calendar')
  await world.user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(world.address()).toBe('/3/calendar'))
})

const remove = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await user.click(await screen.findByRole('button', { name: 'Delete project' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete project' }))
}

test('after a deletion the calendar of another project opens', async () => {
  const world = await open({ others: [{ id: 8, name: 'Northwind' }] })
  await remove(world)
  expect(await screen.findByText('Project deleted')).toBeTruthy()
  await waitFor(() => expect(world.address()).toBe('/8/calendar'))
  expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/projects/3'])
})

test('after the last project was deleted a new one can be created', async () => {
  const world = await open()
  await remove(world)
  await waitFor(() => expect(world.address()).toBe('/create-project/1'))
})

test('a project with a post being published is kept, and the reason is shown', async () => {
  const world = await open({
    answer: ({ method }) =>
      method === 'DELETE'
        ? { status: 409, code: 'being_published', message: 'The post is being published.' }
        : null,
  })
  await remove(world)
  expect(await screen.findByText('The post is being published.')).toBeTruthy()
  expect(world.address()).toBe('/here')
})

test('leaving the page asks first if something is not saved', async () => {
  const world = await open()
  await world.user.type(await name(), ' Two')
  void world.go('/3/calendar')
  expect(await screen.findByText('Your changes to the project are not saved yet.')).toBeTruthy()
  await world.user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(((await name()) as HTMLInputElement).value).toBe('Harbor Two')
  expect(world.address()).toBe('/here')
  void world.go('/3/calendar')
  await world.user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(world.address()).toBe('/3/calendar'))
})

test('leaving the page asks nothing if nothing was changed', async () => {
  const world = await open()
  await world.user.type(await name(), '!{Backspace}')
  void world.go('/3/calendar')
  await waitFor(() => expect(world.address()).toBe('/3/calendar'))
})

test('link parameters are saved once they are right, with an example of what they become', async () => {
  const world = await open()
  const section = within(await screen.findByRole('region', { name: 'Link parameters' }))
  const field = section.getByRole('textbox', { name: 'Parameters' })
  fireEvent.change(field, { target: { value: 'utm_source={net}' } })
  expect(section.getByText('Use {project}, {network} or {campaign}: {net} is not known')).toBeTruthy()
  await world.user.click(section.getByRole('button', { name: 'Save changes' }))
  expect(world.sent('POST')).toEqual([])
  fireEvent.change(field, { target: { value: 'utm_source={network}&utm_campaign={campaign}' } })
  expect(
    section.getByText('https://example.com/shop?utm_source=facebook&utm_campaign=spring-sale'),
  ).toBeTruthy()
  await world.user.click(section.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(world.sent('POST')).toMatchObject([
      {
        path: '/projects/3/settings',
        body: {
          settings: [{ name: 'link-parameters', value: 'utm_source={network}&utm_campaign={campaign}' }],
        },
      },
    ]),
  )
})

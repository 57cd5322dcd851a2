import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { buildMe, buildOwnProject } from '../../../testing/build-project.ts'
import { type Call, type FakeServer, invited, openScreen } from '../../../testing/fake-project-server.tsx'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { CreateProjectScreen, type WizardStep } from './create-project-screen.tsx'
import { zoneOfAgency } from './project-step-form.tsx'

afterEach(() => sessionStorage.clear())

const open = (step: WizardStep, projectId?: number, part: Partial<FakeServer> = {}) =>
  openScreen(() => <CreateProjectScreen step={step} projectId={projectId} />, part)

test('the name of a new project has the focus', async () => {
  await open(1)
  const name = await screen.findByRole('textbox', { name: 'Project name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('a project is created with its rule, and the next step has its id', async () => {
  const world = await open(1)
  await world.user.type(await screen.findByRole('textbox', { name: 'Project name' }), 'Harbor')
  await world.user.click(
    screen.getByRole('checkbox', {
      name: "Allow post to be made live if External Approver doesn't get to it on time",
    }),
  )
  await world.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(world.address()).toBe('/create-project/2?project=3'))
  expect(world.sent('POST')).toMatchObject([
    {
      path: '/projects',
      body: { name: 'Harbor', 'bypass-external-approval-when-internal-approved': 'true' },
    },
  ])
})

test('a new project begins in the zone of most clients of the agency', () => {
  const project = (agency_id: number, timezone: string) =>
    buildOwnProject('agency-admin', { agency_id, timezone })
  const agency = { id: 1, name: 'Bluebird', logo_image_link: null }
  const projects = [
    project(1, 'Asia/Tokyo'),
    project(1, 'America/Lima'),
    project(1, 'America/Lima'),
    ...[1, 2, 3].map(() => project(2, 'Europe/Oslo')),
  ]
  expect(zoneOfAgency({ agency, projects })).toBe('America/Lima')
  expect(zoneOfAgency({ agency, projects: [] })).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('a new project can be set up as another one, and goes on with the client, as the team is there', async () => {
  const world = await open(1)
  await world.user.type(await screen.findByRole('textbox', { name: 'Project name' }), 'Lagoon')
  await world.user.click(screen.getByRole('combobox', { name: 'Copy from another project' }))
  await world.user.click(await screen.findByRole('option', { name: 'Harbor', hidden: true }))
  await world.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() =>
    expect(world.sent('POST')).toMatchObject([
      { path: '/projects' },
      { path: '/projects/3/copy', body: { from_project_id: 3 } },
    ]),
  )
  await waitFor(() => expect(world.address()).toBe('/create-project/3?project=3'))
})

test('the first step has a way out for somebody who has no project yet', async () => {
  serve({ 'GET /api/global-options/timezones': () => answer(200, ['Europe/Berlin']) })
  const screenOf = <CreateProjectScreen step={1} projectId={undefined} />
  renderAs(buildMe(), <InRouter>{screenOf}</InRouter>)
  expect(await screen.findByRole('button', { name: 'Sign Out' })).not.toBeNull()
})

test('going back to the first step changes the project instead of creating a second one', async () => {
  const world = await open(1, 3)
  await world.user.type(await screen.findByRole('textbox', { name: 'Project name' }), ' Two')
  await world.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(world.address()).toBe('/create-project/2?project=3'))
  expect(world.sent('POST')).toMatchObject([
    { path: '/projects/3', body: { _method: 'PUT', name: 'Harbor Two' } },
  ])
})

test('people invited to the agency are offered at the second step, and invited to the project as well', async () => {
  const user = (name: string, email: string) => ({ id: null, name, email, avatar_image_link: null })
  const world = await open(2, 3, {
    invitations: [invited({ email: 'cleo@x.example' })],
    agencyInvitations: [
      {
        user: user('Ben Baker', 'ben@x.example'),
        status: 'pending',
        invitation_id: 7,
        agency_role: 'internal-approver',
      },
      {
        user: user('Cleo Chan', 'cleo@x.example'),
        status: 'pending',
        invitation_id: 8,
        agency_role: 'content-creator',
      },
      {
        user: user('Ada Admin', 'ada@x.example'),
        status: 'pending',
        invitation_id: 9,
        agency_role: 'agency-admin',
      },
    ],
  })
  const box = await screen.findByRole('checkbox')
  expect(screen.getByText(/invited to the agency, not signed up yet/)).toBeTruthy()
  await world.user.click(box)
  await world.user.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(world.sent('POST')).toHaveLength(1))
  expect(world.sent('POST')[0]).toMatchObject({
    path: '/userinvitations/project/send',
    body: { project_id: 3, name: 'Ben Baker', email: 'ben@x.example', role: 'internal-approver' },
  })
})

test('a project that could not be created leaves everything as it was typed', async () => {
  const world = await open(1, undefined, {
    answer: ({ method }) =>
      method === 'POST'
        ? { status: 500, code: 'internal', message: 'An error has occured Please try again!' }
        : null,
  })
  await world.user.type(await screen.findByRole('textbox', { name: 'Project name' }), 'Harbor')
  await world.user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('An error has occured Please try again!')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: 'Project name' }) as HTMLInputElement).value).toBe('Harbor')
})

test('a project whose response was lost is not created twice', async () => {
  let tries = 0
  const answer = ({ method, path }: Call) => {
    if (method !== 'POST' || path !== '/projects') return null
    tries++
    return { status: 502, message: 'Bad gateway' }
  }
  const world = await open(1, undefined, { answer, others: [] })
  await world.user.type(await screen.findByRole('textbox', { name: 'Project name' }), ' Lagoon ')
  await world.user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Bad gateway')).toBeTruthy()
  // The project had been created although the answer was lost.
  const timezone = 'Europe/Berlin'
  world.world.others = [{ id: 8, name: 'Lagoon', timezone }]
  await world.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(world.address()).toBe('/create-project/2?project=8'))
  expect(tries).toBe(1)
})

test.each([
  [2, 'Skip', '/create-project/3?project=3'],
  [3, 'Skip for now', '/create-project/4?project=3'],
] as const)('step %i can be left out with "%s"', async (step, name, next) => {
  const world = await open(step, 3)
  await world.user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(world.address()).toBe(next))
  expect(world.sent('POST')).toEqual([])
})

test('the person is reloaded after the client step', async () => {
  const world = await open(3, 3)
  const skip = await screen.findByRole('button', { name: 'Skip for now' })
  const reads = () => world.sent('GET').filter(({ path }) => path === '/auth/me').length
  const before = reads()
  await world.user.click(skip)
  await waitFor(() => expect(world.address()).toBe('/create-project/4?project=3'))
  expect(reads()).toBe(before + 1)
})

test('the draft of a new project survives a reload, and is dropped once it is created', async () => {
  const first = await open(1)
  await first.user.type(await screen.findByRole('textbox', { name: 'Project name' }), 'Harbor')
  cleanup()
  const again = await open(1)
  const name = await screen.findByRole('textbox', { name: 'Project name' })
  expect((name as HTMLInputElement).value).toBe('Harbor')
  await again.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(again.address()).toBe('/create-project/2?project=3'))
  cleanup()
  await open(1)
  expect(((await screen.findByRole('textbox', { name: 'Project name' })) as HTMLInputElement).value).toBe('')
})

test('people typed into the form survive a reload', async () => {
  const first = await open(3, 3)
  await first.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Cleo Client')
  cleanup()
  await open(3, 3)
  expect(((await screen.findByRole('textbox', { name: 'Name' })) as HTMLInputElement).value).toBe(
    'Cleo Client',
  )
})

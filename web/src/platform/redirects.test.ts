import { expect, test } from 'vitest'
import type { OwnProject } from '#domain/projects/model.ts'
import { destinationOf, mayOpen, routeRoles } from './redirects.ts'

const project = (role: OwnProject['role'], setting: OwnProject['setting'] = []): OwnProject => ({
  id: 7,
  name: 'Aurora',
  agency_id: 1,
  logo_image_link: null,
  timezone: 'Europe/Berlin',
  role,
  setting,
})
const nobody = { can_create_agency: false }

const person = {
  projects: [],
  can_create_agency: false,
  can_create_project: false,
  card_status: 'not_needed' as const,
}

test.each([
  ['super-admin', '/7/calendar'],
  ['agency-admin', '/7/calendar'],
  ['content-creator', '/7/calendar'],
  ['internal-approver', '/7/calendar-approval'],
  ['external-approver', '/7/calendar-approval'],
] as const)('after login %s goes to %s', (role, destination) => {
  expect(destinationOf({ ...person, projects: [project(role)] }, null)).toBe(destination)
})

test('after login a person goes to the board if they have chosen that and may open it', () => {
  const chosen = { ...person, lands_on_board: true as const }
  expect(destinationOf({ ...chosen, projects: [project('agency-admin')] }, null)).toBe('/board')
  expect(destinationOf({ ...chosen, projects: [project('agency-admin')] }, '/7/approval')).toBe('/7/approval')
  expect(destinationOf({ ...chosen, projects: [project('content-creator')] }, null)).toBe('/7/calendar')
  expect(destinationOf({ ...chosen, projects: [project('external-approver')] }, null)).toBe(
    '/7/calendar-approval',
  )
})

test('after login a person goes to the page they wanted', () => {
  const me = { ...person, projects: [project('agency-admin')], can_create_agency: true }
  expect(destinationOf(me, '/7/approval')).toBe('/7/approval')
})

test.each([
  ['may create an agency and has no card', { can_create_agency: true, card_status: 'none' }, '/add-card'],
  ['may create an agency where no cards are taken', { can_create_agency: true }, '/create-agency/1'],
  ['has a card', { can_create_agency: true, card_status: 'active' }, '/create-agency/1'],
  ['has an agency and no project', { can_create_project: true }, '/create-project/1'],
  ['was invited', { can_create_agency: true, open_invitations: 1 }, '/invitations'],
  ['may create nothing', {}, '/without-project'],
] as const)('a person who %s is sent to create it, whatever page they wanted', (_, can, destination) => {
  expect(destinationOf({ ...person, ...can }, '/7/approval')).toBe(destination)
})

test.each([
  [
    'agency-admin',
    [
      'administration',
      'analytics',
      'approval',
      'bin',
      'calendar',
      'campaigns',
      'content',
      'hashtagPools',
      'importPosts',
      'labels',
      'managePost',
      'mediaLibrary',
      'notifications',
      'reporting',
      'socialAccounts',
    ],
  ],
  [
    'super-admin',
    [
      'administration',
      'analytics',
      'approval',
      'bin',
      'calendar',
      'campaigns',
      'content',
      'hashtagPools',
      'importPosts',
      'labels',
      'managePost',
      'mediaLibrary',
      'notifications',
      'operation',
      'reporting',
      'socialAccounts',
    ],
  ],
  [
    'content-creator',
    [
      ...[
        'analytics',
        'bin',
        'calendar',
        'campaigns',
        'content',
        'hashtagPools',
        'importPosts',
        'labels',
        'managePost',
        'mediaLibrary',
      ],
      'notifications',
      'reporting',
    ],
  ],
  ['internal-approver', ['calendarApproval', 'approval', 'notifications']],
  ['external-approver', ['calendarApproval', 'approval', 'notifications']],
] as const)('%s may open %j and no other page', (role, pages) => {
  const open = Object.entries(routeRoles).filter(([, allowed]) => mayOpen(nobody, project(role), allowed))
  expect(open.map(([name]) => name).sort()).toEqual([...pages].sort())
})

test('the content-manager setting opens the approval pages to a creator', () => {
  const manager = project('content-creator', [{ name: 'content-manager', value: 'true' }])
  expect(mayOpen(nobody, manager, routeRoles.approval)).toBe(true)
  const former = project('content-creator', [{ name: 'content-manager', value: 'false' }])
  expect(mayOpen(nobody, former, routeRoles.approval)).toBe(false)
})

test('a person who may create an agency may open any page of their projects', () => {
  expect(mayOpen({ can_create_agency: true }, project('external-approver'), routeRoles.calendar)).toBe(true)
})

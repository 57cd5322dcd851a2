import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Role, roles } from '#domain/permissions/table.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { buildMe, buildOwnProject } from '../../../testing/build-project.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { mayOpenSettings, SettingsMenu } from './settings-menu.tsx'

const all = [
  'general',
  'team',
  'client',
  'hashtag',
  'social-accounts',
  'labels',
  'campaigns',
  'bin',
  'audit-log',
  'people',
  'security',
  'chat',
]
const openTo: Record<Role, readonly string[]> = {
  'super-admin': [...all, 'status'],
  'agency-admin': all,
  'content-creator': ['hashtag', 'labels', 'campaigns', 'bin'],
  'internal-approver': [],
  'external-approver': [],
}

test.each(roles)('%s sees only the settings pages they may open, even as Content Manager', role => {
  const setting = [{ name: 'content-manager', value: 'true' }]
  const project: OwnProject = {
    id: 3,
    name: 'Harbor',
    agency_id: 1,
    logo_image_link: null,
    timezone: 'UTC',
    role,
    setting,
  }
  expect([...all, 'status'].filter(page => mayOpenSettings(project, `/$projectId/settings/${page}`))).toEqual(
    openTo[role],
  )
  expect(mayOpenSettings(project, '/$projectId/settings/$')).toBe(true)
})

const show = (role: Role, me = {}) => {
  const project = buildOwnProject(role)
  const agency = { id: project.agency_id, name: 'Bluebird', logo_image_link: null }
  renderAs(
    buildMe({ agency, card_status: 'active', can_create_project: true, ...me }),
    <InRouter>
      <SettingsMenu project={project} />
    </InRouter>,
  )
}
const namesIn = async (menu: string) =>
  within(await screen.findByRole('navigation', { name: menu }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('The project and its agency have a menu each, with Billing for people who may open it', async () => {
  show('agency-admin')
  expect(await namesIn('Project settings')).toEqual([
    'General',
    'Team',
    'External Approver',
    'Notifications',
    'Hashtag Pools',
    'Social Accounts',
    'Labels',
    'Campaigns',
    'Bin',
  ])
  expect(await namesIn('Agency settings')).toEqual([
    'Company details',
    'People',
    'Chat channels',
    'Approval times',
    'Audit log',
    'Security',
    'Billing',
  ])
})

test('Only those who run the installation see its status', async () => {
  show('super-admin')
  expect(await namesIn('Installation')).toEqual(['Status'])
})

test.each([
  ['takes no cards', { card_status: 'not_needed' }],
  ['belongs to another agency', { agency: { id: 99, name: 'Other', logo_image_link: null } }],
])('Billing is not offered where the installation or project %s', async (_why, me) => {
  show('agency-admin', me)
  expect(await namesIn('Agency settings')).not.toContain('Billing')
})

test('The agency menu is hidden from people who may open none of its pages', async () => {
  show('external-approver')
  expect(await namesIn('Project settings')).toEqual(['Notifications'])
  expect(screen.queryByRole('navigation', { name: 'Agency settings' })).toBeNull()
})

test('On a phone the current page opens all entries', async () => {
  show('agency-admin')
  const opener = await screen.findByRole('button', { name: 'Settings' })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('false')
})

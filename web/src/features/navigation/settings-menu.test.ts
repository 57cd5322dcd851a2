import { expect, test } from 'vitest'
import { type Role, roles } from '#domain/permissions/table.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { mayOpenSettings } from './settings-menu.tsx'

const all = ['general', 'team', 'client', 'hashtag', 'social-accounts', 'labels', 'bin', 'audit-log']
const openTo: Record<Role, readonly string[]> = {
  'super-admin': all,
  'agency-admin': all,
  'content-creator': ['hashtag', 'labels', 'bin'],
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
  expect(all.filter(page => mayOpenSettings(project, `/$projectId/settings/${page}`))).toEqual(openTo[role])
  expect(mayOpenSettings(project, '/$projectId/settings/$')).toBe(true)
})

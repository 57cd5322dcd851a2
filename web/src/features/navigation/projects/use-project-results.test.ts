import { expect, test } from 'vitest'
import { can } from '#domain/permissions/can.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { actorIn } from '#web/features/projects/api.ts'
import { projectsMatching } from './use-project-results.ts'

const project = (name: string, setting: OwnProject['setting'] = []): OwnProject => ({
  id: 1,
  name,
  agency_id: 1,
  logo_image_link: null,
  timezone: 'UTC',
  role: 'content-creator',
  setting,
})
const projects = [project('Aurora Coffee'), project('Bergmann & Söhne'), project('Tidal')]
const found = (text: string) => projectsMatching(projects, text).map(({ name }) => name)

test('a project is found by any part of its name, in any case', () => {
  expect(found('COFF')).toEqual(['Aurora Coffee'])
  expect(found(' söhne ')).toEqual(['Bergmann & Söhne'])
  expect(found('xyz')).toEqual([])
})

test('an empty search shows all projects', () => {
  expect(found('  ')).toHaveLength(3)
})

test('the settings of a person and of the project decide what they may do', () => {
  const yes = (name: string) => [{ name, value: 'true' }]
  expect(actorIn(project('A', yes('content-manager'))).isContentManager).toBe(true)
  expect(actorIn(project('A', yes('skip-approval-and-schedule'))).maySkipApproval).toBe(true)
  expect(actorIn(project('A'), yes('skip-approval-and-schedule')).maySkipApproval).toBe(true)
  expect(actorIn(project('A'))).toEqual({
    role: 'content-creator',
    isContentManager: false,
    maySkipApproval: false,
    offersNoChange: false,
  })
})

test('nothing new is offered in an archived project, and what is there stays', () => {
  const actor = actorIn({ ...project('A'), archived_at: '2026-06-01T08:00:00.000Z' })
  const actions = ['post.create', 'note.write', 'label.edit', 'post.see', 'content.browse'] as const
  expect(actions.filter(action => can(actor, action))).toEqual(['post.see', 'content.browse'])
})

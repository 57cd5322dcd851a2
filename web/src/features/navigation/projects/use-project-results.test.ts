import { expect, test } from 'vitest'
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
  })
})

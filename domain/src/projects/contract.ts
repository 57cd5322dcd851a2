import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { pathId } from '#domain/kernel/shapes.ts'
import { project, projectSettingsChange, projectUser, setting } from './model.ts'

const params = z.strictObject({ projectId: pathId })

export const getProject = endpoint({
  method: 'GET',
  path: '/projects/{projectId}',
  summary: 'A project with its accounts, people and settings',
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params,
  output: project,
})

export const listProjectSettings = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/settings',
  summary: 'The settings of a project',
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params,
  output: z.array(setting),
})

/** Changes the settings that are named and leaves the others (document 1 section 7 "Projects"). Answers all of them. */
export const saveProjectSettings = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/settings',
  summary: 'Change settings of a project',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params,
  body: z.strictObject({ settings: projectSettingsChange }),
  output: z.array(setting),
  failures: ['network_not_connected'],
})

export const listProjectUsers = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/users',
  summary: 'The people of a project',
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params,
  output: z.array(projectUser),
})

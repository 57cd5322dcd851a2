import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { pathId } from '#domain/kernel/shapes.ts'
import { project, projectUser, setting } from './model.ts'

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

export const listProjectUsers = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/users',
  summary: 'The people of a project',
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params,
  output: z.array(projectUser),
})

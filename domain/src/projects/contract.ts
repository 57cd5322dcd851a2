import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { idList, nothing, pathId } from '#domain/kernel/shapes.ts'
import {
  foundProjects,
  ownProject,
  project,
  projectName,
  projectSettingsChange,
  projectTimezone,
  projectUser,
  setting,
  timeSlots,
  timeSlotsChange,
} from './model.ts'
import { PROJECT_PAGE, PROJECT_SEARCH_MAX } from './own-projects.ts'

const params = z.strictObject({ projectId: pathId })

/**
 * Project step 1. Multipart: `name`, `timezone`, optional `image` (jpeg or png, kept as a square PNG), and the checkbox of the form.
 * Without `agency_id` the caller's own agency is meant.
 */
export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  summary: 'Create a project',
  permission: 'project.create',
  scope: { agency: 'body.agency_id' },
  body: z.strictObject({
    agency_id: pathId.optional(),
    name: projectName,
    timezone: projectTimezone,
    'bypass-external-approval-when-internal-approved': z.enum(['true', 'false']).optional(),
  }),
  files: { image: 1 },
  output: ownProject,
  failures: ['too_large', 'unsupported_media_type'],
})

/** Multipart with `_method=PUT`; what is not sent stays. Changing the zone does not move scheduled posts (docs/product/schedules.md "Time"). */
export const saveProject = endpoint({
  method: 'POST',
  path: '/projects/{projectId}',
  summary: "Change a project's name, time zone and logo",
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params,
  body: z.strictObject({
    _method: z.literal('PUT').optional(),
    name: projectName.optional(),
    timezone: projectTimezone.optional(),
    /** Without an `image`: removes the logo. */
    remove_image: z.literal('true').optional(),
  }),
  files: { image: 1 },
  output: ownProject,
  failures: ['too_large', 'unsupported_media_type'],
})

/** None of its posts go out any more. Refused while one of them is being published. */
export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}',
  summary: 'Delete a project',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params,
  output: nothing,
  failures: ['being_published'],
})

/**
 * The caller's projects, oldest first and page by page: for people with more than `me` carries (decision 42). Every word of `q` is
 * found in the name of the project or of its agency.
 */
export const searchProjects = endpoint({
  method: 'GET',
  path: '/projects',
  summary: 'Search your projects',
  permission: 'signed-in',
  cost: 'search',
  query: z.strictObject({
    q: z.string().trim().max(PROJECT_SEARCH_MAX).optional(),
    /** Projects after the one with this id, whether or not it still exists. */
    after: pathId.optional(),
    /** Only these, with commas between them: which of them the caller may open now. */
    ids: idList(PROJECT_PAGE).optional(),
  }),
  output: foundProjects,
})

export const getProject = endpoint({
  method: 'GET',
  path: '/projects/{projectId}',
  summary: 'Get a project with its accounts, people and settings',
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params,
  output: project,
})

export const listProjectSettings = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/settings',
  summary: "List a project's settings",
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params,
  output: z.array(setting),
})

/** Changes the settings that are named and leaves the others (docs/product/projects.md "Project settings"). Answers all of them. */
export const saveProjectSettings = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/settings',
  summary: "Change a project's settings",
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params,
  body: z.strictObject({ settings: projectSettingsChange }),
  output: z.array(setting),
  failures: ['network_not_connected'],
})

/** The usual times of the project (docs/product/projects.md "Time slots"), for everybody who may schedule. */
export const listTimeSlots = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/time-slots',
  summary: "List a project's time slots",
  permission: 'post.schedule',
  scope: { project: 'params.projectId' },
  params,
  output: timeSlots,
})

/** Replaces all slots. An empty list: the project has no usual times. */
export const saveTimeSlots = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/time-slots',
  summary: "Change a project's time slots",
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params,
  body: z.strictObject({
    slots: timeSlotsChange,
    /** The version that was loaded; another one answers 409 `stale_version`. Left out: the last save wins. */
    version: z.int().positive().optional(),
  }),
  output: timeSlots,
  failures: ['stale_version'],
})

export const listProjectUsers = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/users',
  summary: 'List the people of a project',
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params,
  output: z.array(projectUser),
})

/** IANA names, in order. */
export const listTimezones = endpoint({
  method: 'GET',
  path: '/global-options/timezones',
  summary: 'List the time zones a project can use',
  permission: 'signed-in',
  cost: 'search',
  output: z.array(z.string()),
})

import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, pathId } from '#domain/kernel/shapes.ts'
import { archiveStatuses } from './status.ts'

const archive = z.strictObject({
  id,
  status: z.enum(archiveStatuses),
  /** Media files that are in it, of `total`. */
  done: z.int(),
  total: z.int(),
  /** Media files that the storage has lost: they are left out. */
  missing: z.int(),
  file_name: z.string(),
  bytes: z.number().nullable(),
  /** Where those who may export the project download it, whole or in parts; null unless it is ready. */
  download_url: z.string().nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
})
export type Archive = z.output<typeof archive>

const ofProject = {
  permission: 'project.export',
  scope: { project: 'params.projectId' },
} as const
// By itself: as a part of `ofProject` it would reach the browser, with the schema library.
const params = z.strictObject({ projectId: pathId })

/** The project's latest export. (docs/product/project-export.md "The export") */
export const getArchive = endpoint({
  ...ofProject,
  params,
  method: 'GET',
  path: '/projects/{projectId}/archive',
  summary: "Get a project's export with its progress",
  output: z.strictObject({ archive: archive.nullable() }),
})

/** Begins an export of the whole project; it goes on in the background. */
export const createArchive = endpoint({
  ...ofProject,
  cost: 'heavy',
  asksAnew: true,
  params,
  method: 'POST',
  path: '/projects/{projectId}/archive',
  summary: 'Export a project with its media as a zip file',
  body: z.strictObject({}),
  output: z.strictObject({ archive }),
  failures: ['illegal_transition'],
})

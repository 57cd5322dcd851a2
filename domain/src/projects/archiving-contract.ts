import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { instant, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { ownProject } from './model.ts'

const ofProject = z.strictObject({ projectId: pathId })

const count = z.int()

/** What archiving a client would do now. */
const archivingPreview = z.strictObject({
  /** Posts with a time to come or on their way, none of which would go out. */
  scheduled_posts: count,
  /** Posts that wait for somebody's approval. */
  waiting_posts: count,
  /** What would be disconnected. */
  accounts: z.array(z.strictObject({ social_network: z.enum(socialNetworks), name: z.string() })),
})

/** For the question before it. */
export const getArchivingPreview = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/archiving',
  summary: 'Get what archiving a client would stop and disconnect',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  output: archivingPreview,
})
export type ArchivingPreview = z.output<typeof archivingPreview>

/**
 * From the answer on nothing of the client goes out and nothing of it can be changed; its accounts are disconnected. Refused while a post
 * is being sent, as its network's answer needs the account.
 */
export const archiveProject = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/archiving',
  summary: 'Archive a client',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  output: z.strictObject({
    /** Posts with a time to come or on their way that do not go out. */
    scheduled_posts: count,
    accounts: count,
  }),
  failures: ['being_published', 'project_archived'],
})

/** Everything is as it was, except that accounts need connecting again. What came due meanwhile is asked about. */
export const bringBackProject = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/archiving',
  summary: 'Bring an archived client back',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  output: z.strictObject({
    /** Posts whose time has passed, which do not go out by themselves. */
    missed_posts: count,
    /** Posts with a time to come. */
    scheduled_posts: count,
  }),
  failures: ['not_archived'],
})

const archivedProject = ownProject.extend({
  agency_name: z.string(),
  archived_at: instant,
  /** Null also for a client, who is not told. */
  archived_by: z.string().nullable(),
  /** Both null: the caller does not plan posts of it. */
  missed_posts: count.nullable(),
  scheduled_posts: count.nullable(),
})
export type ArchivedProject = z.output<typeof archivedProject>

/** How many archived clients the list holds: the latest. */
export const ARCHIVED_PROJECTS_MAX = 200

/** The archived projects that the caller is in, the latest first. */
export const listArchivedProjects = endpoint({
  method: 'GET',
  path: '/archived-projects',
  summary: 'List your archived clients',
  permission: 'signed-in',
  output: z.strictObject({ projects: z.array(archivedProject) }),
})

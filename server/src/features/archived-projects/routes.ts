import * as contract from '#domain/projects/archiving-contract.ts'
import { type ConnectorsOf, connectorsOf } from '#server/features/social-accounts/connection/connectors.ts'
import { personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { archiveProject } from './archive-project.ts'
import { bringBackProject } from './bring-back-project.ts'
import { getArchivingPreview } from './get-archiving-preview.ts'
import { listArchivedProjects } from './list-archived-projects.ts'

/** It makes the subscription cheaper. */
const ends = { whileReadOnly: 'allowed' } as const

/** The way out of the archive. */
const leaves = { whileArchived: 'allowed' } as const

/** The routes with these connectors. */
export const makeArchivedProjectRoutes = (connectors: ConnectorsOf): readonly Route[] => [
  projectRoute(contract.getArchivingPreview, getArchivingPreview),
  projectRoute(contract.archiveProject, archiveProject(connectors), ends),
  projectRoute(contract.bringBackProject, bringBackProject, leaves),
  personRoute(contract.listArchivedProjects, listArchivedProjects),
]

export const archivedProjectRoutes: readonly Route[] = makeArchivedProjectRoutes(connectorsOf)

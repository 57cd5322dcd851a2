import * as contract from '#domain/archives/contract.ts'
import { inReadOnly, projectRoute, type Route } from '#server/platform/http/route.ts'
import { createArchive } from './create-archive.ts'
import { getArchive } from './get-archive.ts'

export const archiveRoutes: readonly Route[] = [
  projectRoute(contract.getArchive, getArchive),
  projectRoute(contract.createArchive, createArchive, inReadOnly),
]

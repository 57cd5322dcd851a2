import * as contract from '#domain/bin/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { deleteFromBin } from './delete-from-bin.ts'
import { listBin } from './list-bin.ts'
import { restoreFromBin } from './restore-from-bin.ts'

export const binRoutes: readonly Route[] = [
  projectRoute(contract.listBin, listBin),
  projectRoute(contract.restoreFromBin, restoreFromBin),
  projectRoute(contract.deleteFromBin, deleteFromBin),
]

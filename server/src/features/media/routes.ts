import * as contract from '#domain/media/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { removeMedia, uploadOneMedia } from './commands.ts'
import { checkOneMedia, listMediasByIds } from './queries.ts'

export const mediaRoutes: readonly Route[] = [
  projectRoute(contract.uploadMedia, uploadOneMedia),
  projectRoute(contract.listMedias, listMediasByIds),
  projectRoute(contract.checkMedia, checkOneMedia),
  projectRoute(contract.deleteMedia, removeMedia),
]

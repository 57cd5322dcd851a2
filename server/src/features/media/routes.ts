import { checkMedia, deleteMedia, listMedias, uploadMedia } from '#domain/media/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { removeMedia, uploadOneMedia } from './commands.ts'
import { checkOneMedia, listMediasByIds } from './queries.ts'

export const mediaRoutes: readonly Route[] = [
  projectRoute(uploadMedia, uploadOneMedia),
  projectRoute(listMedias, listMediasByIds),
  projectRoute(checkMedia, checkOneMedia),
  projectRoute(deleteMedia, removeMedia),
]

import { allowedTypes } from '#domain/networks/media-rules.ts'
import {
  createPost,
  deletePost,
  deletePosts,
  getBestTime,
  getInstagramGrid,
  getPost,
  getPostOfProject,
  listAllowedTypes,
  listPosts,
  restorePosts,
  savePostSocials,
} from '#domain/posts/contract.ts'
import { type ReadersOf, readersOf } from '#server/features/social-accounts/access/queries.ts'
import { personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { readBestTime } from './best-time/queries.ts'
import { createPostInProject } from './commands.ts'
import { deleteOnePost, deleteSeveralPosts, restoreDeletedPosts } from './deletion/commands.ts'
import { readInstagramGrid } from './grid/queries.ts'
import { getPostFor, viewerOf } from './queries.ts'
import { savePostSocialsOfPost } from './saving/commands.ts'
import { listPostsInRange } from './summaries/queries.ts'

/** What of the accounts is shown beside posts, through these readers. */
export const accountPostRoutesWith = (readers: ReadersOf): readonly Route[] => [
  projectRoute(getInstagramGrid, readInstagramGrid(readers)),
  projectRoute(getBestTime, readBestTime(readers)),
]

export const postRoutes: readonly Route[] = [
  projectRoute(createPost, createPostInProject),
  projectRoute(getPost, ({ params }, call) => getPostFor(call.tx, viewerOf(call), params.postId, call.now)),
  projectRoute(getPostOfProject, ({ params }, call) =>
    getPostFor(call.tx, viewerOf(call), params.postId, call.now),
  ),
  projectRoute(listPosts, listPostsInRange),
  projectRoute(savePostSocials, savePostSocialsOfPost),
  personRoute(listAllowedTypes, async ({ body }) => ({ types: allowedTypes(body.social_networks) })),
  projectRoute(deletePost, deleteOnePost),
  projectRoute(deletePosts, deleteSeveralPosts),
  projectRoute(restorePosts, restoreDeletedPosts),
  ...accountPostRoutesWith(readersOf),
]

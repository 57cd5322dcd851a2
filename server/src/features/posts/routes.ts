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
import { createPostInProject } from './create-post.ts'
import { deleteOnePost } from './delete-post.ts'
import { deleteSeveralPosts } from './delete-posts.ts'
import { readBestTime } from './get-best-time.ts'
import { readInstagramGrid } from './get-instagram-grid.ts'
import { listPostsInRange } from './list-posts.ts'
import { getPostFor } from './posts.ts'
import { restoreDeletedPosts } from './restore-posts.ts'
import { savePostSocialsOfPost } from './save-post-socials.ts'
import { viewerOf } from './viewer.ts'

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

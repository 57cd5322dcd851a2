import { allowedTypes } from '#domain/networks/media-rules.ts'
import {
  createPost,
  deletePost,
  deletePosts,
  getPost,
  getPostOfProject,
  listAllowedTypes,
  listPosts,
  restorePosts,
  savePostSocials,
} from '#domain/posts/contract.ts'
import { personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { createPostInProject } from './commands.ts'
import { deleteOnePost, deleteSeveralPosts, restoreDeletedPosts } from './deletion/commands.ts'
import { getPostFor, viewerOf } from './queries.ts'
import { savePostSocialsOfPost } from './saving/commands.ts'
import { listPostsInRange } from './summaries/queries.ts'

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
]

import * as contract from '#domain/posts/contract.ts'
import { type ReadersOf, readersOf } from '#server/features/social-accounts/ask-network.ts'
import { inReadOnly, onStandby, personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { createPost } from './create-post.ts'
import { deletePost } from './deletion/delete-post.ts'
import { deletePosts } from './deletion/delete-posts.ts'
import { restorePosts } from './deletion/restore-posts.ts'
import { getInstagramGrid } from './get-instagram-grid.ts'
import { getPost } from './get-post.ts'
import { getPostOfProject } from './get-post-of-project.ts'
import { getLinkPreview } from './link-previews/get-link-preview.ts'
import { listAllowedTypes } from './list-allowed-types.ts'
import { listPosts } from './list-posts.ts'
import { listUnsavedPosts } from './list-unsaved-posts.ts'
import { reportPresence } from './report-presence.ts'
import { searchPosts } from './search-posts.ts'

/** The calls that read from the accounts what is shown beside posts, through these readers. */
export const accountPostRoutesWith = (readers: ReadersOf): readonly Route[] => [
  projectRoute(contract.getInstagramGrid, getInstagramGrid(readers)),
]

export const postRoutes: readonly Route[] = [
  projectRoute(contract.createPost, createPost),
  projectRoute(contract.getPost, getPost),
  projectRoute(contract.getPostOfProject, getPostOfProject),
  projectRoute(contract.listPosts, listPosts),
  projectRoute(contract.listUnsavedPosts, listUnsavedPosts),
  projectRoute(contract.reportPresence, reportPresence, { ...inReadOnly, ownTransactions: true }),
  personRoute(contract.listAllowedTypes, listAllowedTypes),
  projectRoute(contract.deletePost, deletePost),
  projectRoute(contract.deletePosts, deletePosts),
  projectRoute(contract.restorePosts, restorePosts),
  projectRoute(contract.getLinkPreview, getLinkPreview),
  personRoute(contract.searchPosts, searchPosts, onStandby),
  ...accountPostRoutesWith(readersOf),
]

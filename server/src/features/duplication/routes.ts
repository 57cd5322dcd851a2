import * as contract from '#domain/duplication/contract.ts'
import { inReadOnly, projectRoute, type Route } from '#server/platform/http/route.ts'
import { clonePost } from './clone-post.ts'
import { duplicatePost } from './duplicate-post.ts'
import { duplicateToAnyPlatform } from './duplicate-to-any-platform.ts'
import { duplicateToAnyPlatformBatch } from './duplicate-to-any-platform-batch.ts'
import { getClonePreview } from './get-clone-preview.ts'
import { listCloneProjects } from './list-clone-projects.ts'
import { listNetworksForPost } from './list-networks-for-post.ts'
import { listNetworksForPostSocial } from './list-networks-for-post-social.ts'
import { listNetworksForPosts } from './list-networks-for-posts.ts'
import { retryMediaReplication } from './retry-media-replication.ts'

export const duplicationRoutes: readonly Route[] = [
  projectRoute(contract.duplicatePost, duplicatePost),
  projectRoute(contract.duplicateToAnyPlatform, duplicateToAnyPlatform),
  projectRoute(contract.duplicateToAnyPlatformBatch, duplicateToAnyPlatformBatch),
  projectRoute(contract.listNetworksForPost, listNetworksForPost),
  projectRoute(contract.listNetworksForPosts, listNetworksForPosts, inReadOnly),
  projectRoute(contract.listNetworksForPostSocial, listNetworksForPostSocial),
  projectRoute(contract.listCloneProjects, listCloneProjects),
  projectRoute(contract.getClonePreview, getClonePreview),
  projectRoute(contract.clonePost, clonePost),
  projectRoute(contract.retryMediaReplication, retryMediaReplication),
]

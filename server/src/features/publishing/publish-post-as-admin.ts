import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { publishVersions } from './publish-post.ts'

/** Publishes at once, approved or not, and supersedes the open rounds (docs/product/publishing.md "Publish now"). */
export const publishPostAsAdmin = (
  { params }: Input<typeof contract.publishPostAsAdmin>,
  call: ScopedCall,
): Promise<Answer<typeof contract.publishPostAsAdmin>> =>
  publishVersions(params.postId, call, 'publishing_started_by_admin')

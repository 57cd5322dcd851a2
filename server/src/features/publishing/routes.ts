import * as contract from '#domain/publishing/contract.ts'
import * as holdsContract from '#domain/publishing/holds-contract.ts'
import * as pausesContract from '#domain/publishing/pauses-contract.ts'
import { agencyRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { confirmAccount } from './confirm-account.ts'
import { confirmIsLive } from './confirm-is-live.ts'
import { listHeldPublishing } from './list-held-publishing.ts'
import { listMendedFailures } from './list-mended-failures.ts'
import { listMissedPosts } from './list-missed-posts.ts'
import { listNextTries } from './list-next-tries.ts'
import { pauseAgency } from './pause-agency.ts'
import { pauseClient } from './pause-client.ts'
import { publishAgain } from './publish-again.ts'
import { publishMissedPost } from './publish-missed-post.ts'
import { publishPost } from './publish-post.ts'
import { publishPostAsAdmin } from './publish-post-as-admin.ts'
import { releaseHeldAccount } from './release-held-account.ts'
import { releaseHeldPost } from './release-held-post.ts'
import { releaseHeldPublishing } from './release-held-publishing.ts'
import { resumeAgency } from './resume-agency.ts'
import { resumeClient } from './resume-client.ts'
import { retryFirstComment } from './retry-first-comment.ts'

export const publishingRoutes: readonly Route[] = [
  projectRoute(contract.listNextTries, listNextTries),
  projectRoute(contract.listMendedFailures, listMendedFailures),
  projectRoute(contract.publishPost, publishPost),
  projectRoute(contract.publishPostAsAdmin, publishPostAsAdmin),
  projectRoute(contract.confirmIsLive, confirmIsLive),
  projectRoute(contract.confirmAccount, confirmAccount),
  projectRoute(contract.publishAgain, publishAgain),
  projectRoute(contract.retryFirstComment, retryFirstComment),
  agencyRoute(holdsContract.listHeldPublishing, listHeldPublishing),
  agencyRoute(holdsContract.releaseHeldPost, releaseHeldPost),
  agencyRoute(holdsContract.releaseHeldAccount, releaseHeldAccount),
  agencyRoute(holdsContract.releaseHeldPublishing, releaseHeldPublishing),
  projectRoute(pausesContract.pauseClient, pauseClient),
  projectRoute(pausesContract.resumeClient, resumeClient),
  agencyRoute(pausesContract.pauseAgency, pauseAgency),
  agencyRoute(pausesContract.resumeAgency, resumeAgency),
  projectRoute(pausesContract.listMissedPosts, listMissedPosts),
  projectRoute(pausesContract.publishMissedPost, publishMissedPost),
]

import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { goingOut } from '#domain/posts/publish-results.ts'
import { unsentStatuses } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import type * as contract from '#domain/publishing/contract.ts'
import { failureReasons } from '#domain/publishing/status.ts'
import { supersedeOpenRounds } from '#server/features/approvals/rounds.ts'
import { digestIn, readDigests } from '#server/features/posts/content.ts'
import { freezeLinkedPages } from '#server/features/posts/link-previews/linked-pages.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { findOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type Opening, openPublication, readAccountIds } from './engine/open-publication.ts'
import { pausedRefusal } from './pauses.ts'

type Refusal = Failure<
  | 'illegal_transition'
  | 'being_published'
  | 'already_live'
  | 'post_has_problems'
  | 'network_not_connected'
  | 'publishing_paused'
  | 'not_found'
>

/**
 * Publishes at once what is cleared, waits for a person, or has failed; exempt from the lead time (docs/product/publishing.md "Publish
 * now").
 */
export const publishPost = (
  { params }: Input<typeof contract.publishPost>,
  call: ScopedCall,
): Promise<Answer<typeof contract.publishPost>> => publishVersions(params.postId, call, 'publishing_started')

/** Starts publishing all versions of the post that this event applies to. */
export const publishVersions = async (
  postId: number,
  call: ScopedCall,
  event: Opening['event'],
): Promise<Answer<typeof contract.publishPost>> => {
  const socials = await lockPostSocials(call.tx, call.scope, [postId])
  if (!socials) return fail('not_found')
  const versions = goingOut(socials, event)
  return versions.length > 0
    ? startPublications(call, postId, versions, { event })
    : nothingToPublish(socials)
}

/** Starts publishing these versions, all or none. @returns the post as the caller then sees it */
export const startPublications = async (
  call: ScopedCall,
  postId: number,
  locked: readonly LockedSocial[],
  how: Pick<Opening, 'event' | 'isForced'>,
): Promise<Answer<typeof contract.publishPost>> => {
  const { tx, scope, person } = call
  const { event } = how
  const paused = await pausedRefusal(tx, scope)
  if (paused) return paused
  const versions = await freezeUnsent(call, locked)
  const ids = versions.map(social => social.id)
  const [accounts, digests] = [await readAccountIds(tx, scope.projectId), await readDigests(tx, ids)]
  const refusal =
    unconnectedRefusal(versions, accounts) ??
    (event === 'publishing_started' ? changedRefusal(versions, digests) : null)
  if (refusal) return refusal
  const problems = await findOutgoingProblems(tx, versions, call.services.config.publicUrl)
  if (problems) return fail('post_has_problems', { errors: problems })
  if (event === 'publishing_started_by_admin') await supersedeOpenRounds(call, ids)
  const now = await databaseNow(tx)
  for (const social of versions) {
    const opened = await openPublication(tx, {
      social,
      ...how,
      now,
      dueAt: now,
      startedBy: person.userId,
      digest: digestIn(digests, social.id),
      accountId: accounts.get(social.social_network) ?? null,
    })
    if (!opened) return statusRefusal([social.status])
  }
  if (event === 'publishing_started_by_admin') {
    const into = { post_id: postId, networks: versions.map(social => social.social_network).join(', ') }
    const subject = `Post ${postId}`
    await audit(tx, byScoped(call), { action: 'post.published_as_admin', subject, new: into })
  }
  const post = await getPostFor(tx, viewerOf(call), postId, call.now)
  return isFailure(post) ? fail('not_found') : post
}

/** What an admin publishes without approval is sent at this moment. */
const freezeUnsent = async (
  { tx }: ScopedCall,
  socials: readonly LockedSocial[],
): Promise<LockedSocial[]> => {
  const unsent = socials.filter(({ status }) => unsentStatuses.includes(status))
  const frozen = new Map((await freezeLinkedPages(tx, unsent)).map(social => [social.id, social]))
  return socials.map(social => frozen.get(social.id) ?? social)
}

const nothingToPublish = (socials: readonly LockedSocial[]): Refusal => {
  if (socials.some(social => social.status === 'on_publishing')) return fail('being_published')
  const isLive = socials.length > 0 && socials.every(social => social.status === 'live')
  return isLive ? fail('already_live') : statusRefusal(socials.map(({ status }) => status))
}

const unconnectedRefusal = (
  versions: readonly LockedSocial[],
  accounts: ReadonlyMap<string, number>,
): Refusal | null => {
  const missing = versions.filter(social => !accounts.has(social.social_network))
  if (missing.length === 0) return null
  const texts = missing.map(social => `${social.social_network} is not connected`)
  return fail('network_not_connected', { errors: { social_networks: texts } })
}

/** Refused now instead of failing later: the person who asks can still do something about it. */
const changedRefusal = (
  versions: readonly LockedSocial[],
  digests: ReadonlyMap<number, string>,
): Refusal | null => {
  const changed = versions.some(social => social.cleared_digest !== digests.get(social.id))
  const { text, nextStep } = failureReasons.content_changed
  return changed ? fail('illegal_transition', { message: `${text} ${nextStep}` }) : null
}

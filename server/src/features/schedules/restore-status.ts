import { postSocialLifecycle } from '#domain/posts/status.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { readCurrentRounds } from '#server/features/posts/rounds.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/**
 * After a new time, versions that failed or waited to be published by hand wait for that time, cleared as they were: approved, or
 * scheduled if approval had been skipped. The others keep their status, including unconfirmed ones, which go out again only when a
 * person publishes them. False: another transaction moved one of them in the meantime.
 */
export const restoreStatus = async (call: ScopedCall, socials: readonly LockedSocial[]): Promise<boolean> => {
  const { tx, now } = call
  for (const social of socials) {
    if (social.status !== 'pending_publish' && social.status !== 'publishing_failed') continue
    if (social.failure_reason === 'unconfirmed') continue
    const event = (await wasApproved(call, social, socials)) ? 'approved_rescheduled' : 'skipped_rescheduled'
    const set = { failure_reason: null, last_social_api_response: null, updated_at: now }
    if (!(await move(tx, postSocialLifecycle, social.id, event, set))) return false
  }
  return true
}

/** By its own rounds, or by those of the master content. */
const wasApproved = async (
  { tx, scope }: ScopedCall,
  social: LockedSocial,
  socials: readonly LockedSocial[],
): Promise<boolean> => {
  const master = masterNetworkOf(scope)
  const holder =
    socials.find(one => one.post_id === social.post_id && one.social_network === master) ?? social
  return (await readCurrentRounds(tx, holder.id)).approved.length > 0
}

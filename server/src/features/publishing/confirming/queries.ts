import { type Failure, fail } from '#domain/kernel/failure.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locking/queries.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** One version with the others of its post, all held; null when it is not there any more. */
export const holdSocial = async (
  { tx, scope }: ScopedCall,
  postSocialId: number,
): Promise<{ readonly social: LockedSocial } | null> => {
  const found = await tx
    .selectFrom('post_socials')
    .select('post_id')
    .where('id', '=', postSocialId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  const socials = found && (await lockPostSocials(tx, scope, [found.post_id]))
  const social = socials?.find(row => row.id === postSocialId)
  return social ? { social } : null
}

/** Why there is nothing uncertain about this version that a person could settle, or null. */
export const whyNotUnconfirmed = ({
  status,
  failure_reason,
}: LockedSocial): Failure<'being_published' | 'already_live' | 'illegal_transition'> | null => {
  if (status === 'on_publishing') return fail('being_published')
  if (status === 'live') return fail('already_live')
  const isUnconfirmed = status === 'publishing_failed' && failure_reason === 'unconfirmed'
  return isUnconfirmed ? null : fail('illegal_transition')
}

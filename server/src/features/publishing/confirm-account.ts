import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import type * as contract from '#domain/publishing/contract.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import {
  isForOtherAccount,
  isForOtherAccountIn,
  waitsForItsTime,
} from '#server/features/social-accounts/approved-accounts.ts'
import { findConnected } from '#server/features/social-accounts/connected-accounts.ts'
import { emitAll, eventOf } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/**
 * Lets a version that was approved for another account go out on the connected one, or with it all of the network; the activity names the
 * person (decision 158). One that is for the connected account already stays as it is. The versions are locked before the account is read,
 * as a connection does: another account cannot take its place in between.
 */
export const confirmAccount = async (
  { params: { postSocialId }, body }: Input<typeof contract.confirmAccount>,
  call: ScopedCall,
): Promise<Answer<typeof contract.confirmAccount>> => {
  const { tx, person, now } = call
  const locked = await lockVersions(call, postSocialId, body.with_others ?? false)
  const social = locked.find(({ id }) => id === postSocialId)
  if (!social) return fail('not_found')
  const refusal = refusalOf(social)
  if (refusal) return refusal
  const account = await findConnected(tx, social.project_id, social.social_network)
  if (!account) return fail('network_not_connected')
  if (account.id !== body.social_account_id)
    return fail('other_account_connected', {
      message: `${account.name} is connected now. Look at the post again before you confirm.`,
    })
  const confirmed = locked.filter(isForOtherAccount)
  if (confirmed.length > 0)
    await tx
      .updateTable('post_socials')
      .set({ approved_account_id: null, updated_at: now })
      .where(
        'id',
        'in',
        confirmed.map(({ id }) => id),
      )
      .execute()
  await emitAll(
    tx,
    confirmed.map(each =>
      eventOf('post_social.account_confirmed', each, person.userId, { account: account.name }),
    ),
  )
  return getPostFor(tx, viewerOf(call), social.post_id, now)
}

/** In the order of their ids, as everywhere. */
const lockVersions = ({ tx, scope }: ScopedCall, id: number, withOthers: boolean): Promise<LockedSocial[]> =>
  tx
    .selectFrom('post_socials')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where(eb =>
      eb.or([
        eb('id', '=', id),
        ...(withOthers
          ? [
              eb.and([
                isForOtherAccountIn('post_socials'),
                eb('social_network', '=', own =>
                  own
                    .selectFrom('post_socials as asked')
                    .select('asked.social_network')
                    .where('asked.id', '=', id),
                ),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

const refusalOf = ({
  status,
}: LockedSocial): Failure<'illegal_transition' | 'being_published' | 'already_live'> | null => {
  if (status === 'on_publishing') return fail('being_published')
  if (status === 'live') return fail('already_live')
  return waitsForItsTime(status) ? null : statusRefusal([status])
}

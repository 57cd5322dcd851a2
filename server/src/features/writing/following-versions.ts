import type { Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Content } from '#domain/posts/content.ts'
import type * as contract from '#domain/posts/contract.ts'
import { followersAfterSave, type SavedVersion } from '#domain/posts/following.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Tx } from '#server/platform/db/database.ts'

type Saved = Input<typeof contract.savePostSocials>['body']['post_socials']

/**
 * Stores which versions of a post follow the shared content after a save; `contents` is what all of them say now. @returns the open ones
 * for which this is new, or `stale_version` if the save calls versions followers that do not agree with what somebody else has saved.
 */
export const saveFollowing = async (
  tx: Tx,
  socials: readonly LockedSocial[],
  saved: Saved,
  contents: ReadonlyMap<number, { readonly content: Content }>,
): Promise<LockedSocial[] | Failure<'stale_version'>> => {
  const versions = socials.flatMap((social): SavedVersion[] => {
    const content = contents.get(social.id)?.content
    const draft = saved.find(({ id }) => id === social.id)
    const said = draft ? (draft.follows_shared ?? 'unsaid') : null
    const { id, follows_shared: isFollowing } = social
    return content ? [{ id, content, said, isFollowing, isClosed: isClosedVersion(social.status) }] : []
  })
  const following = followersAfterSave(versions)
  if (following === null) return fail('stale_version')
  const changed = socials.filter(({ id, follows_shared }) => follows_shared !== following.has(id))
  for (const follows_shared of [true, false]) {
    const ids = changed.flatMap(({ id }) => (following.has(id) === follows_shared ? id : []))
    if (ids.length > 0)
      await tx.updateTable('post_socials').set({ follows_shared }).where('id', 'in', ids).execute()
  }
  return changed.filter(({ status }) => !isClosedVersion(status))
}

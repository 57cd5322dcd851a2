import { followersOf } from '#domain/approvals/rounds.ts'
import type { ApprovalContext } from '#server/features/approvals/history.ts'
import { readStoredContents } from '#server/features/posts/content.ts'
import { keepContents } from '#server/features/posts/post-contents.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'

type Entry = { readonly actionId: number; readonly postSocialId: number }

/** The versions that these entries are about: each one's own, and those that follow it. */
const readCovered = async (
  { tx, scope }: ApprovalContext,
  entries: readonly Entry[],
): Promise<readonly Entry[]> => {
  const ids = entries.map(({ postSocialId }) => postSocialId)
  const socials = await tx
    .selectFrom('post_socials as social')
    .select(['social.id', 'social.post_id', 'social.social_network', 'social.status'])
    .select(eb =>
      eb
        .exists(
          eb
            .selectFrom('approvals')
            .select('approvals.id')
            .whereRef('approvals.post_social_id', '=', 'social.id')
            .where('approvals.status', '=', 'open'),
        )
        .as('has_open_round'),
    )
    .where('social.post_id', 'in', eb =>
      eb.selectFrom('post_socials as own').select('own.post_id').where('own.id', 'in', ids),
    )
    .execute()
  const facts = {
    masterNetwork: masterNetworkOf(scope),
    withOpenRound: new Set(socials.flatMap(({ id, has_open_round }) => (has_open_round ? [id] : []))),
  }
  return entries.flatMap(({ actionId, postSocialId }) => {
    const own = socials.find(({ id }) => id === postSocialId)
    if (!own) return []
    const beside = socials.filter(({ post_id }) => post_id === own.post_id)
    return [own, ...followersOf(own, beside, facts)].map(({ id }) => ({ actionId, postSocialId: id }))
  })
}

/**
 * Keeps what the versions say that these entries of the history are about: what the entry's own version and its followers say, and of no
 * other, which the person may not have seen. So it can be shown later what somebody was sent, and what they decided about (decision 71).
 */
export const keepReviewed = async (context: ApprovalContext, entries: readonly Entry[]): Promise<void> => {
  if (entries.length === 0) return
  const { tx } = context
  const rows = await readCovered(context, entries)
  const contents = await readStoredContents(tx, [...new Set(rows.map(({ postSocialId }) => postSocialId))])
  await keepContents(tx, [...contents.values()])
  await tx
    .insertInto('approval_action_contents')
    .values(
      rows.map(({ actionId, postSocialId }) => ({
        approval_action_id: actionId,
        post_social_id: postSocialId,
        digest: contents.get(postSocialId)?.digest ?? missing(postSocialId),
      })),
    )
    .execute()
}

const missing = (postSocialId: number): never => {
  throw new Error(`post social ${postSocialId} has no content to keep`)
}

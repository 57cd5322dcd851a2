import { sql } from 'kysely'
import { readStoredContents } from '#server/features/posts/content.ts'
import { keepContents } from '#server/features/posts/post-contents.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'
import type { ApprovalContext } from './history.ts'

type Entry = { readonly actionId: number; readonly postSocialId: number }

/**
 * Keeps what the versions say that these entries of the history are about: the version of the entry, and with master content all that have
 * no open round of their own. So it can be shown later what somebody was sent, and what they decided about (decision 71).
 */
export const keepReviewed = async (
  { tx, scope }: ApprovalContext,
  entries: readonly Entry[],
): Promise<void> => {
  if (entries.length === 0) return
  const { rows } = await sql<Entry>`
    select e.action_id as "actionId", s.id as "postSocialId"
    from unnest(${entries.map(({ actionId }) => actionId)}::bigint[],
        ${entries.map(({ postSocialId }) => postSocialId)}::bigint[]) e (action_id, post_social_id)
      join post_socials own on own.id = e.post_social_id
      join post_socials s on s.post_id = own.post_id
    where s.id = own.id or (own.social_network = ${masterNetworkOf(scope)} and not exists (
      select 1 from approvals a where a.post_social_id = s.id and a.status = 'open'))`.execute(tx)
  const contents = await readStoredContents(tx, [...new Set(rows.map(({ postSocialId }) => postSocialId))])
  await keepContents(tx, [...contents.values()])
  await tx
    .insertInto('approval_action_contents')
    .values(
      rows.map(({ actionId, postSocialId }) => ({
        ...{ approval_action_id: actionId, post_social_id: postSocialId },
        digest: contents.get(postSocialId)?.digest ?? missing(postSocialId),
      })),
    )
    .execute()
}

const missing = (postSocialId: number): never => {
  throw new Error(`post social ${postSocialId} has no content to keep`)
}

import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** The connected accounts of a project by network. */
export const readAccountIds = async (db: Reader, projectId: number): Promise<Map<SocialNetwork, number>> => {
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'social_network'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.social_network, row.id]))
}

/**
 * What the latest attempt with this very content left behind, if nobody knows whether it went out; else null. Other content is another
 * post: its ids would find, or attach, what is not to go out now. An attempt that was to look first and came to no end does not answer
 * the question, and what was withdrawn was no attempt.
 */
export const readUnconfirmed = async (
  db: Reader,
  postSocialId: number,
  digest: string,
): Promise<Record<string, unknown> | null> => {
  const last = await db
    .selectFrom('publications')
    .select(['status', 'prepared', 'failure_reason', 'content_digest'])
    .where('post_social_id', '=', postSocialId)
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.status !== 'failed' || last.content_digest !== digest) return null
  return last.failure_reason === 'unconfirmed' || last.prepared.look_first !== undefined ? last.prepared : null
}

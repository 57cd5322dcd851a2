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
 * What the latest attempts with these very contents (digests by post social id) left behind, where nobody knows whether they went out.
 * Other content is another post: its ids would find, or attach, what is not to go out now. An attempt that was to look first and came to
 * no end does not answer the question, and what was withdrawn was no attempt.
 */
export const readUnconfirmed = async (
  db: Reader,
  digests: ReadonlyMap<number, string>,
): Promise<Map<number, Record<string, unknown>>> => {
  const rows = await db
    .selectFrom('publications')
    .distinctOn('post_social_id')
    .select(['post_social_id', 'status', 'prepared', 'failure_reason', 'content_digest'])
    .where('post_social_id', 'in', [...digests.keys()])
    .where('status', '<>', 'cancelled')
    .orderBy('post_social_id')
    .orderBy('id', 'desc')
    .execute()
  const isOpen = (row: (typeof rows)[number]) =>
    row.status === 'failed' &&
    row.content_digest === digests.get(row.post_social_id) &&
    (row.failure_reason === 'unconfirmed' || row.prepared.look_first !== undefined)
  return new Map(rows.filter(isOpen).map(row => [row.post_social_id, row.prepared]))
}

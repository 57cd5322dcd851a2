import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

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

/** What is to go out now, and through which account. */
type Wanted = { readonly digest: string; readonly accountId: number | null }
type Attempt = Pick<
  Row<'publications'>,
  'post_social_id' | 'social_account_id' | 'status' | 'prepared' | 'failure_reason' | 'content_digest'
>

/**
 * What the latest attempts with these very contents left behind, by post social id, where nobody knows whether they went out; whatever
 * else was tried in between. Other content is another post: its ids would find, or attach, what is not to go out now. An attempt that was
 * to look first and came to no end does not answer the question, and what was withdrawn was no attempt. `elsewhere`: it was through another
 * account, whose uploads are of no use here, and on which nobody can look.
 */
export const readUnconfirmed = async (
  db: Reader,
  wanted: ReadonlyMap<number, Wanted>,
): Promise<Map<number, Record<string, unknown>>> => {
  const attempts = await db
    .selectFrom('publications')
    .select(['post_social_id', 'social_account_id', 'status', 'prepared', 'failure_reason', 'content_digest'])
    .where('post_social_id', 'in', [...wanted.keys()])
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .execute()
  const found = new Map<number, Record<string, unknown>>()
  for (const [id, all] of Map.groupBy(attempts, attempt => attempt.post_social_id)) {
    const asked = wanted.get(id)
    const left =
      asked &&
      leftBehind(
        all.filter(one => one.content_digest === asked.digest),
        asked.accountId,
      )
    if (left) found.set(id, left)
  }
  return found
}

const isOpen = ({ status, failure_reason: reason, prepared }: Attempt): boolean =>
  status === 'failed' && (reason === 'unconfirmed' || prepared.look_first !== undefined)

/** Of attempts with one content, the latest first. */
const leftBehind = (
  attempts: readonly Attempt[],
  accountId: number | null,
): Record<string, unknown> | undefined => {
  if (!attempts[0] || !isOpen(attempts[0])) return undefined
  const own = attempts.filter(one => isOpen(one) && one.social_account_id === accountId)
  // What was only held back here since it may stand elsewhere has left nothing here.
  const tried = own.find(
    ({ prepared }) => prepared.elsewhere === undefined || prepared.first_sent_at !== undefined,
  )
  if (!tried) return { elsewhere: 'true' }
  const { elsewhere: _, ...prepared } = tried.prepared
  return prepared
}

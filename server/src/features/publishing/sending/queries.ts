import { networks } from '#domain/networks/network.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import { readDigests } from '#server/features/posts/content/queries.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Publication } from '../claim/commands.ts'

/**
 * Why these publications may not go out after all, in their order; null where one may. Asked before anything is uploaded, and again in
 * the transaction that commits `sending`, so that what was changed, deleted or removed until then wins. `holding` keeps the accounts
 * from being removed until that transaction ends.
 */
export const whyNotSend = async (
  db: Reader,
  publications: readonly Publication[],
  holding: 'holding' | 'looking' = 'looking',
): Promise<(FailureReason | null)[]> => {
  const socialIds = publications.map(publication => publication.post_social_id)
  const socials = await readSocials(db, socialIds)
  const digests = await readDigests(db, socialIds)
  const accounts = await readAccounts(db, publications, holding)
  return publications.map(publication => {
    const social = socials.get(publication.post_social_id)
    if (social?.status !== 'on_publishing' || social.deleted_at || social.post_deleted_at)
      return 'content_changed'
    const present = digests.get(publication.post_social_id)
    if (present !== publication.content_digest || present !== social.cleared_digest) return 'content_changed'
    if (!networks[publication.social_network].publishes.includes(social.type)) return 'not_supported'
    const account = accounts.get(publication.social_account_id ?? 0)
    if (!account || account.removed_at) return 'network_not_connected'
    return account.needs_reconnecting || !account.has_token ? 'reconnect_needed' : null
  })
}

const readSocials = async (db: Reader, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('post_socials')
    .innerJoin('posts', 'posts.id', 'post_socials.post_id')
    .select(['post_socials.id', 'post_socials.status', 'post_socials.type', 'cleared_digest'])
    .select(['post_socials.deleted_at', 'posts.deleted_at as post_deleted_at'])
    .where('post_socials.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

const readAccounts = async (
  db: Reader,
  publications: readonly Publication[],
  holding: 'holding' | 'looking',
) => {
  const ids = publications.flatMap(publication => publication.social_account_id ?? [])
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'removed_at', 'needs_reconnecting'])
    .select(eb => eb('sealed_token', 'is not', null).as('has_token'))
    .where('id', 'in', ids)
    .$if(holding === 'holding', query => query.forShare())
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

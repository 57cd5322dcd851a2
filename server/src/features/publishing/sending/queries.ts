import { networks } from '#domain/networks/network.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import { readDigests } from '#server/features/posts/content/queries.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Publication } from '../claim/commands.ts'

/**
 * Why a publication may not go out after all; null when it may. Asked before anything is uploaded, and again in the transaction that
 * commits `sending`, so that what was changed, deleted or removed until then wins.
 */
export const whyNotSend = async (db: Reader, publication: Publication): Promise<FailureReason | null> => {
  const social = await db
    .selectFrom('post_socials')
    .innerJoin('posts', 'posts.id', 'post_socials.post_id')
    .select(['post_socials.status', 'post_socials.type', 'cleared_digest'])
    .select(['post_socials.deleted_at', 'posts.deleted_at as post_deleted_at'])
    .where('post_socials.id', '=', publication.post_social_id)
    .executeTakeFirst()
  if (social?.status !== 'on_publishing' || social.deleted_at || social.post_deleted_at)
    return 'content_changed'
  const present = (await readDigests(db, [publication.post_social_id])).get(publication.post_social_id)
  if (present !== publication.content_digest || present !== social.cleared_digest) return 'content_changed'
  if (!networks[publication.social_network].publishes.includes(social.type)) return 'not_supported'
  const account = publication.social_account_id
    ? await db
        .selectFrom('social_accounts')
        .select(['removed_at', 'needs_reconnecting', 'sealed_token'])
        .where('id', '=', publication.social_account_id)
        .executeTakeFirst()
    : undefined
  if (!account || account.removed_at) return 'network_not_connected'
  return account.needs_reconnecting || !account.sealed_token ? 'reconnect_needed' : null
}

import { networks } from '#domain/networks/network.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import { readDigests } from '#server/features/posts/content/queries.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Publication } from '../engine/claim.ts'

/**
 * Why these publications may not go out after all, in their order; null where one may. Asked before anything is uploaded, and again in
 * the transaction that commits `sending`, so that what was changed, deleted or removed until then wins.
 */
export const whyNotSend = async (
  db: Reader,
  publications: readonly Publication[],
): Promise<(FailureReason | null)[]> => {
  const socialIds = publications.map(publication => publication.post_social_id)
  const socials = await readSocials(db, socialIds)
  const digests = await readDigests(db, socialIds)
  const accounts = await readAccounts(db, publications)
  return publications.map(publication => {
    const social = socials.get(publication.post_social_id)
    const isGone = social?.deleted_at || social?.post_deleted_at || social?.project_deleted_at
    if (social?.status !== 'on_publishing' || isGone) return 'content_changed'
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
    .innerJoin('projects', 'projects.id', 'post_socials.project_id')
    .select(['post_socials.id', 'post_socials.status', 'post_socials.type', 'cleared_digest'])
    .select(['post_socials.deleted_at', 'posts.deleted_at as post_deleted_at'])
    .select('projects.deleted_at as project_deleted_at')
    .where('post_socials.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

const accountIdsOf = (publications: readonly Publication[]): number[] =>
  publications.flatMap(publication => publication.social_account_id ?? [])

const readAccounts = async (db: Reader, publications: readonly Publication[]) => {
  const ids = accountIdsOf(publications)
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'removed_at', 'needs_reconnecting'])
    .select(eb => eb('sealed_token', 'is not', null).as('has_token'))
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Keeps the accounts from being removed until the transaction ends. `skip`: those that somebody else holds are left out, so that one
 * account delays nobody else's posts. @returns the publications whose account is held, or that have none
 */
export const holdAccounts = async (
  tx: Tx,
  publications: readonly Publication[],
  locked: 'wait' | 'skip',
): Promise<Set<number>> => {
  const ids = accountIdsOf(publications)
  const rows =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('social_accounts')
          .select('id')
          .where('id', 'in', ids)
          .orderBy('id')
          .forShare()
          .$if(locked === 'skip', query => query.skipLocked())
          .execute()
  const held = new Set(rows.map(row => row.id))
  const isHeld = ({ social_account_id: id }: Publication) => id === null || held.has(id)
  return new Set(publications.filter(isHeld).map(({ id }) => id))
}

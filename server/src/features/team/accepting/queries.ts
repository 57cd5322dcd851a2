import { createHash } from 'node:crypto'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

/** What is kept of an invitation's token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

type Found = Pick<Row<'invitations'>, 'id' | 'email' | 'name' | 'agency_id' | 'project_id' | 'token_hash'>

/**
 * The invitation that this link belongs to, or null: unknown, accepted, taken back, too old, or its project was deleted. Whoever holds
 * the token of one has read the mail that was sent to `email`.
 */
export const findOpenInvitation = async (db: Reader, token: string, now: Date): Promise<Found | null> =>
  (await db
    .selectFrom('invitations as i')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .select(['i.id', 'i.email', 'i.name', 'i.agency_id', 'i.project_id', 'i.token_hash'])
    .where('i.token_hash', '=', hashOfToken(token))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()) ?? null

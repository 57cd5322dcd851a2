import { linkDays } from '#domain/approval-links/lifetime.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'

type Maker = Pick<Services, 'config' | 'clock'>

type NewLink = {
  readonly userId: number
  readonly projectId: number
  readonly settings: Parameters<typeof linkDays>[0]
  /** Null: Galley, for a mail. */
  readonly createdBy: number | null
}

const DAY_MS = 86_400_000

/**
 * Makes a personal link; only its hash is stored. Null if the person is not an external approver of the project by membership, so that no
 * link is ever made for more than that right. Expired links of the project go at the same time.
 */
export const makeLink = async (
  tx: Tx,
  { config, clock }: Maker,
  { userId, projectId, settings, createdBy }: NewLink,
): Promise<{ readonly url: string; readonly expiresAt: Date } | null> => {
  const now = clock.now()
  if (!(await lockMembership(tx, userId, projectId))) return null
  await tx
    .deleteFrom('approval_links')
    .where('project_id', '=', projectId)
    .where('expires_at', '<=', now)
    .execute()
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + linkDays(settings) * DAY_MS)
  await tx
    .insertInto('approval_links')
    .values({
      project_id: projectId,
      user_id: userId,
      token_hash: hashSecret(token),
      is_for_mail: createdBy === null,
      created_by: createdBy,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  // After the number sign: no log, no Referer header and no proxy ever has the secret.
  return { url: `${config.publicUrl}/approve#${token}`, expiresAt }
}

/** The person's membership as an external approver, locked; undefined for an admin of the agency, whose rights are another thing. */
const lockMembership = (tx: Tx, userId: number, projectId: number) =>
  tx
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('m.user_id')
    .where('m.project_id', '=', projectId)
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'external-approver')
    .where('p.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('agency_admins as a')
            .select('a.user_id')
            .whereRef('a.agency_id', '=', 'p.agency_id')
            .whereRef('a.user_id', '=', 'm.user_id'),
        ),
      ),
    )
    .forShare('m')
    .executeTakeFirst()

export const deleteLinks = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.deleteFrom('approval_links').where('id', 'in', ids).execute()
}

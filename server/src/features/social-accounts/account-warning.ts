import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emit } from '#server/platform/events/emit.ts'
import { countPostsAtRisk } from './posts-at-risk.ts'

/** Notifies the admins, in the transaction that records the finding, so that they hear of each only once. */
export const emitAccountWarning = async (
  tx: Tx,
  row: Row<'social_accounts'>,
  type: 'social_account.expiring' | 'social_account.needs_reconnecting',
  now: Date,
  detail: Record<string, unknown>,
): Promise<void> => {
  const risks = await countPostsAtRisk(tx, [row.project_id], now)
  await emit(tx, {
    type,
    projectId: row.project_id,
    actorId: null,
    detail: {
      social_network: row.social_network,
      social_account_id: row.id,
      name: row.name,
      posts_at_risk: risks.find(risk => risk.social_network === row.social_network)?.count ?? 0,
      audience: 'admins',
      ...detail,
    },
  })
}

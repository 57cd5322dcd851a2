import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Tx } from '#server/platform/db/database.ts'

/**
 * Runs `connect` for a network on which the project has no account at the moment. What was approved for the account that it had before
 * keeps that one, if another one is connected now (decision 158). The versions are locked before the account is written, which is the
 * order of publishers. `connect`: returns the id of the account.
 */
export const keepingApprovals = async <Saved extends { readonly id: number }>(
  tx: Tx,
  { projectId, network }: { projectId: number; network: SocialNetwork },
  connect: () => Promise<Saved>,
): Promise<Saved> => {
  const versions = await lockApproved(tx, projectId, network)
  const former = await findFormer(tx, projectId, network)
  const saved = await connect()
  if (versions.length > 0 && former !== undefined && former !== saved.id)
    await tx
      .updateTable('post_socials')
      .set({ approved_account_id: former })
      .where('id', 'in', versions)
      .execute()
  return saved
}

const lockApproved = async (tx: Tx, projectId: number, network: SocialNetwork): Promise<number[]> => {
  const rows = await tx
    .selectFrom('post_socials')
    .select('id')
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('cleared_digest', 'is not', null)
    .where('approved_account_id', 'is', null)
    .where('status', '<>', 'live')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

const findFormer = async (tx: Tx, projectId: number, network: SocialNetwork): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('social_accounts')
    .select('id')
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

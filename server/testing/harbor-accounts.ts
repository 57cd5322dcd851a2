import type { SocialNetwork } from '#domain/networks/model.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { TestApp } from './app.ts'

/** Connects an account of Harbor's on each of these networks to the project; its token names the network. */
export const connectHarbor = async (
  { db, services }: Pick<TestApp, 'db' | 'services'>,
  projectId: number,
  networks: readonly SocialNetwork[],
): Promise<void> => {
  for (const social_network of networks)
    await db.transaction().execute(tx =>
      connectAccount(tx, services, {
        projectId,
        social_network,
        external_id: `${social_network}-1`,
        name: 'Harbor',
        account_details: {},
        logo_url: null,
        token: `token of ${social_network}`,
      }),
    )
}

import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'

/** An account as its network names it, with the access that was granted. */
export type GrantedAccount = {
  readonly projectId: number
  readonly social_network: SocialNetwork
  readonly external_id: string
  readonly name: string
  readonly account_details: Record<string, string>
  readonly logo_url: string | null
  readonly token: string
  readonly token_secret?: string | null | undefined
}

/** Connects an account to a project; its token is sealed before it is written. @returns the account's id */
export const connectAccount = async (
  tx: Tx,
  services: Pick<Services, 'config'>,
  account: GrantedAccount,
): Promise<number> => {
  const { projectId, social_network, external_id } = account
  const { sealed, keyId } = makeSeal(services.config).seal(
    { projectId, network: social_network, externalId: external_id },
    { token: account.token, secret: account.token_secret ?? undefined },
  )
  const { id } = await tx
    .insertInto('social_accounts')
    .values({
      project_id: projectId,
      social_network,
      external_id,
      name: account.name,
      account_details: JSON.stringify(account.account_details),
      logo_url: account.logo_url,
      sealed_token: sealed,
      token_key_id: keyId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

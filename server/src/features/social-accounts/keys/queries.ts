import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/database.ts'
import type { SealedRow } from '#server/platform/session/seal.ts'

/** A key that seals connected accounts: how many, and one of them. */
export type KeyInUse = {
  readonly keyId: string
  readonly count: number
  readonly example: { readonly id: number; readonly sealed: Buffer; readonly place: SealedRow }
}

type KeyRow = {
  token_key_id: string
  count: number
  id: number
  sealed_token: Buffer
  project_id: number
  social_network: string
  external_id: string
}

export const listKeysInUse = async (db: Reader): Promise<readonly KeyInUse[]> => {
  const { rows } = await sql<KeyRow>`
    select distinct on (token_key_id) token_key_id, id, sealed_token, project_id, social_network, external_id,
      count(*) over (partition by token_key_id)::int as count
    from social_accounts
    where sealed_token is not null and token_key_id is not null
    order by token_key_id, id`.execute(db)
  return rows.map(row => ({
    keyId: row.token_key_id,
    count: row.count,
    example: {
      id: row.id,
      sealed: row.sealed_token,
      place: { projectId: row.project_id, network: row.social_network, externalId: row.external_id },
    },
  }))
}

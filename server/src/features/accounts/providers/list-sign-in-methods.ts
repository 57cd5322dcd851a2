import type * as contract from '#domain/accounts/contract.ts'
import type { SignInMethods } from '#domain/accounts/model.ts'
import { mayUnlink } from '#domain/accounts/providers.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Config } from '#server/config.ts'
import { configuredProviders } from '#server/identity/configured.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'

export const readSignInMethods = async (
  db: Reader,
  userId: number,
  config: Config,
): Promise<SignInMethods> => {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'provider', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const has_password = user.password_hash !== null
  const providers = configuredProviders(config)
  return {
    has_password,
    identities: rows.map(({ created_at, last_used_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      can_unlink: mayUnlink(row.id, { hasPassword: has_password, identities: rows, providers }),
    })),
    providers,
  }
}

export const listSignInMethods = (
  _input: Input<typeof contract.listSignInMethods>,
  { db, person, services }: SignedInPoolCall,
): Promise<Answer<typeof contract.listSignInMethods>> => readSignInMethods(db, person.userId, services.config)

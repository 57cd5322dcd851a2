import type * as contract from '#domain/accounts/language-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'

export const getLanguage = (
  _input: Input<typeof contract.getLanguage>,
  { db, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.getLanguage>> =>
  db.selectFrom('users').select('language').where('id', '=', person.userId).executeTakeFirstOrThrow()

import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/mute-contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'

export const getMute = async (
  _input: Input<typeof contract.getMute>,
  { db, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.getMute>> => {
  const row = await db
    .selectFrom('muted_people')
    .select('user_id')
    .where('user_id', '=', person.userId)
    .executeTakeFirst()
  return { is_muted: row !== undefined }
}

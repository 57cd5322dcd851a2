import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notes/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { findShownSocial, readNotes } from './notes.ts'

export const listNotes = async (
  { params, query }: Input<typeof contract.listNotes>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listNotes>> => {
  const social = await findShownSocial(call.db, call, params.id)
  return social ? readNotes(call.db, call, { postSocialId: social.id, ...query }) : fail('not_found')
}

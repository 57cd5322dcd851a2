import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notes/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { countReadable, findShownSocial } from './notes.ts'

export const countNotes = async (
  { params }: Input<typeof contract.countNotes>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.countNotes>> => {
  const social = await findShownSocial(call.db, call, params.id)
  return social ? { count: await countReadable(call.db, call, social.id) } : fail('not_found')
}

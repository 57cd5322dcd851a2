import type * as contract from '#domain/chat/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { listChannels, toWire } from './channels.ts'

export const listChatChannels = async (
  _input: Input<typeof contract.listChatChannels>,
  { db, agency }: AgencyPoolCall,
): Promise<Answer<typeof contract.listChatChannels>> => (await listChannels(db, agency.agencyId)).map(toWire)

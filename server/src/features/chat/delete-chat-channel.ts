import type * as contract from '#domain/chat/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'

export const deleteChatChannel = async (
  { params: { channelId } }: Input<typeof contract.deleteChatChannel>,
  call: AgencyCall,
): Promise<Answer<typeof contract.deleteChatChannel>> => {
  const { tx, agency } = call
  const gone = await tx
    .deleteFrom('chat_channels')
    .where('id', '=', channelId)
    .where('agency_id', '=', agency.agencyId)
    .returning('name')
    .executeTakeFirst()
  if (!gone) return fail('not_found')
  await audit(tx, byAgencyCall(call), { action: 'chat_channel.removed', subject: gone.name })
  return {}
}

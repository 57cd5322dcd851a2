import type * as contract from '#domain/chat/contract.ts'
import { testMessage } from '#domain/chat/message.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { findChannel } from './channels.ts'
import { deliver } from './deliver.ts'

/** Says what happened, and changes nothing: whether the channel stays on is for its own messages to find out. */
export const testChatChannel = async (
  { params: { channelId } }: Input<typeof contract.testChatChannel>,
  { db, agency, services }: AgencyPoolCall,
): Promise<Answer<typeof contract.testChatChannel>> => {
  const channel = await findChannel(db, agency.agencyId, channelId)
  if (!channel) return fail('not_found')
  const delivery = await deliver(
    services.config,
    channel,
    testMessage(channel.name, services.config.publicUrl),
  )
  return { problem: delivery.kind === 'sent' ? null : delivery.why }
}

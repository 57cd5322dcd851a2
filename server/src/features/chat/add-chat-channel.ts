import { chatServiceNames } from '#domain/chat/addresses.ts'
import type * as contract from '#domain/chat/contract.ts'
import { CHAT_CHANNELS_MAX } from '#domain/chat/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { findChannel, listChannels, refuseAddress, refuseProject, sealAddress, toWire } from './channels.ts'

export const addChatChannel = async (
  { body: { address, ...chosen } }: Input<typeof contract.addChatChannel>,
  call: AgencyCall,
): Promise<Answer<typeof contract.addChatChannel>> => {
  const { tx, agency, person, now, services } = call
  const { agencyId } = agency
  const refusal =
    (await refuseProject(tx, agencyId, chosen.project_id)) ??
    refuseAddress(services.config, chosen.service, address)
  if (refusal) return refusal
  if ((await listChannels(tx, agencyId)).length >= CHAT_CHANNELS_MAX)
    return fail('validation_error', {
      message: `An agency can have ${CHAT_CHANNELS_MAX} channels. Remove one first.`,
    })
  const { id } = await tx
    .insertInto('chat_channels')
    .values({
      ...chosen,
      agency_id: agencyId,
      ...sealAddress(services.config, { agency_id: agencyId, service: chosen.service }, address),
      created_by: person.userId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, byAgencyCall(call), {
    action: 'chat_channel.added',
    subject: chosen.name,
    new: { service: chatServiceNames[chosen.service], topics: chosen.topics.join(', ') },
  })
  const added = await findChannel(tx, agencyId, id)
  return added ? toWire(added) : fail('not_found')
}

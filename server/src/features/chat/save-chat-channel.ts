import type * as contract from '#domain/chat/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import {
  type ChannelRow,
  findChannel,
  lockChannel,
  refuseAddress,
  refuseProject,
  sealAddress,
  toWire,
} from './channels.ts'

type Body = Input<typeof contract.saveChatChannel>['body']

export const saveChatChannel = async (
  { params: { channelId }, body }: Input<typeof contract.saveChatChannel>,
  call: AgencyCall,
): Promise<Answer<typeof contract.saveChatChannel>> => {
  const { tx, agency, services } = call
  const known = await findChannel(tx, agency.agencyId, channelId)
  const before = known && (await lockChannel(tx, channelId))
  if (!before) return fail('not_found')
  const refusal =
    (await refuseProject(tx, agency.agencyId, body.project_id)) ??
    (body.address === undefined ? null : refuseAddress(services.config, before.service, body.address))
  if (refusal) return refusal
  await write(call, before, body)
  await audit(tx, byAgencyCall(call), {
    action: 'chat_channel.changed',
    subject: body.name,
    old: valuesOf({ ...before, address: undefined }),
    new: valuesOf(body),
  })
  const saved = await findChannel(tx, agency.agencyId, channelId)
  return saved ? toWire(saved) : fail('not_found')
}

/** What waited for it was chosen for another address, project or reader, or is old news once it is switched on again. */
const write = async ({ tx, services }: AgencyCall, before: ChannelRow, body: Body): Promise<void> => {
  const { address, ...chosen } = body
  const isElsewhere =
    address !== undefined ||
    chosen.project_id !== before.project_id ||
    chosen.is_for_client !== before.is_for_client ||
    chosen.is_on !== before.is_on
  const afresh = { off_reason: null, problem: null, attempts: 0, next_send_at: null }
  await tx
    .updateTable('chat_channels')
    .set({
      ...chosen,
      ...(address === undefined ? {} : sealAddress(services.config, before, address)),
      ...(isElsewhere ? afresh : {}),
    })
    .where('id', '=', before.id)
    .execute()
  if (isElsewhere) await tx.deleteFrom('chat_entries').where('channel_id', '=', before.id).execute()
}

type Values = Pick<Body, 'name' | 'is_on' | 'is_for_client' | 'address'> & {
  readonly topics: readonly string[]
}

const valuesOf = ({ name, is_on, is_for_client, topics, address }: Values) => ({
  name,
  is_on,
  is_for_client,
  topics: topics.join(', '),
  ...(address === undefined ? {} : { address: 'another one' }),
})

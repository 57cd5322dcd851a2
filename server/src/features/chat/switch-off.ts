import { chatServiceNames } from '#domain/chat/addresses.ts'
import type { ChatOffReason } from '#domain/chat/model.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { mailAdmins } from '#server/features/billing/agency-admins.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import type { ChannelRow } from './channels.ts'

type Ended = { readonly reason: ChatOffReason; readonly why: string }

/** Stops writing to a channel that takes no more, and tells the agency's admins why, once (docs/product/chat.md "When it ends"). */
export const switchOff = async (
  tx: Tx,
  services: Services,
  channel: ChannelRow,
  { reason, why }: Ended,
): Promise<void> => {
  await tx
    .updateTable('chat_channels')
    .set({
      is_on: false,
      off_reason: reason,
      problem: why,
      attempts: 0,
      next_send_at: null,
      sending_until: null,
    })
    .where('id', '=', channel.id)
    .execute()
  await tx.deleteFrom('chat_entries').where('channel_id', '=', channel.id).execute()
  await audit(
    tx,
    { agencyId: channel.agency_id, projectId: null, actorId: null, address: null, now: services.clock.now() },
    { action: 'chat_channel.switched_off', subject: channel.name, new: { reason: why } },
  )
  const url = await settingsUrl(tx, services, channel)
  await mailAdmins(tx, services, channel.agency_id, name => channelOffMail({ name, channel, why, url }))
}

/** The settings are pages of a project: the channel's own, or any of the agency's. */
const settingsUrl = async (tx: Tx, { config }: Services, channel: ChannelRow): Promise<string> => {
  const project = await tx
    .selectFrom('projects')
    .select('id')
    .where('agency_id', '=', channel.agency_id)
    .where('deleted_at', 'is', null)
    .$if(channel.project_id !== null, query => query.where('id', '=', channel.project_id ?? 0))
    .orderBy('id')
    .executeTakeFirst()
  return project ? linkTo(config.publicUrl, `/${project.id}/settings/chat`) : config.publicUrl
}

type Facts = {
  readonly name: string
  readonly channel: Pick<ChannelRow, 'name' | 'service'>
  readonly why: string
  readonly url: string
}

/** To each admin of the agency, once. */
export const channelOffMail = ({ name, channel, why, url }: Facts): RenderedMail => {
  const service = chatServiceNames[channel.service]
  const title = `Galley no longer writes to “${harmlessNames(channel.name)}” in ${service}`
  return renderMail({
    kind: 'chat-channel-off',
    subject: title,
    title,
    paragraphs: [
      `Hello ${harmlessNames(name)},`,
      why,
      'The channel is switched off, and what was waiting for it is not sent later. Your mails and the list under the bell go on as before.',
    ],
    link: { label: 'Open Chat channels', url },
  })
}

import { sql } from 'kysely'
import { fullName } from '#domain/kernel/text.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import { type Letter, queueMail } from '#server/platform/mail/queue.ts'
import { renderLetter } from '#server/platform/mail/render-letter.ts'
import { listAdmins } from './agency-admins.ts'
import { lockUnlessNewer } from './subscriptions.ts'

type Reading = { readonly agencyId: number; readonly number: number; readonly subscriptionId: string }

/**
 * The gateway no longer knows the agency's subscription, so nothing is charged any more: it has ended, its admins are told, and they can
 * start another (decision 78). What is paid stays paid. An invoice that was open can no longer be paid.
 */
export const endGone = async (
  tx: Tx,
  services: Services,
  { agencyId, number, subscriptionId }: Reading,
): Promise<{ kind: 'written'; differences: string[] }> => {
  const now = services.clock.now()
  const row = await lockUnlessNewer(tx, agencyId, { number, subscriptionId })
  if (!row) return { kind: 'written', differences: [] }
  await tx
    .updateTable('subscriptions')
    .set({
      ...{ status: 'canceled', canceled_at: row.canceled_at ?? now, gone_at: row.gone_at ?? now },
      ...{ next_charge: sql<string>`null`, reading_written: number, synced_at: now },
    })
    .where('agency_id', '=', agencyId)
    .execute()
  if (row.gone_at) return { kind: 'written', differences: [] }
  await tx
    .updateTable('invoices')
    .set({ status: 'void', next_attempt_at: null, action_url: null, needs_confirmation: false })
    .where('agency_id', '=', agencyId)
    .where('status', '=', 'open')
    .execute()
  // One that had ended before is missed by nobody.
  if (row.status !== 'canceled') await tellAdmins(tx, services, { agencyId, paidUntil: row.period_end })
  return { kind: 'written', differences: ['subscription.gone'] }
}

const tellAdmins = async (
  tx: Tx,
  services: Services,
  { agencyId, paidUntil }: { readonly agencyId: number; readonly paidUntil: Date },
): Promise<void> => {
  const { name: agency } = await tx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const { publicUrl } = services.config
  for (const { email, ...person } of await listAdmins(tx, agencyId)) {
    const letter = goneLetter({ publicUrl, name: fullName(person), agency, paidUntil })
    await queueMail(tx, services, { to: email, ...letter })
  }
}

type Facts = {
  readonly publicUrl: string
  readonly name: string
  readonly agency: string
  readonly paidUntil: Date
}

const goneLetter = ({ publicUrl, name, agency, paidUntil }: Facts): Letter =>
  renderLetter({
    kind: 'subscription-gone',
    subject: `The subscription of ${agency} has ended`,
    title: 'Your subscription has ended',
    paragraphs: [
      `Hello ${name},`,
      `The payment service no longer has the subscription of ${agency}, so your card is not charged any more.`,
      `To go on after ${dayInWords(paidUntil)}, start a subscription on the billing page. What is paid already is not charged again.`,
    ],
    link: { label: 'Open Billing', url: linkTo(publicUrl, '/billing') },
  })

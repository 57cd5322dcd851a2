import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

export type Subscription = Row<'subscriptions'>
export type Invoice = Row<'invoices'>
export type BillingAddress = Row<'billing_addresses'>

/** The agency's subscription as the gateway last reported it. */
export const findSubscription = (db: Reader, agencyId: number): Promise<Subscription | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()

/** The time at the gateway, where a test clock may be ahead (docs/product/billing.md "Test clocks"). Of real customers it is ours. */
export const timeAtGateway = (
  { clock_ahead_hours: hours }: Pick<Subscription, 'clock_ahead_hours'>,
  now: Date,
): Date => new Date(now.getTime() + hours * 3_600_000)

/** An open invoice whose payment the bank wants confirmed. */
export const findUnconfirmed = (
  db: Reader,
  agencyId: number,
): Promise<Pick<Invoice, 'id' | 'action_url'> | undefined> =>
  db
    .selectFrom('invoices')
    .select(['id', 'action_url'])
    .where('agency_id', '=', agencyId)
    .where('status', '=', 'open')
    .where('needs_confirmation', '=', true)
    .orderBy('created_at')
    .executeTakeFirst()

/** The agency's invoices, newest first. A draft is not one yet. */
export const listInvoices = (db: Reader, agencyId: number): Promise<Invoice[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .where('status', '<>', 'draft')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** One of the agency's invoices; undefined if it is another agency's. */
export const findInvoice = (
  db: Reader,
  { agencyId, invoiceId }: { readonly agencyId: number; readonly invoiceId: number },
): Promise<Invoice | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .where('agency_id', '=', agencyId)
    .where('status', '<>', 'draft')
    .executeTakeFirst()

export const findBillingAddress = (db: Reader, agencyId: number): Promise<BillingAddress | undefined> =>
  db.selectFrom('billing_addresses').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()

/** The agency's subscription, locked; null if a newer reading was written, or the agency has another subscription by now. */
export const lockUnlessNewer = async (
  tx: Tx,
  agencyId: number,
  { number, subscriptionId }: { readonly number: number; readonly subscriptionId: string },
): Promise<Subscription | null> => {
  const row = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.reading_written > number || row.gateway_subscription_id !== subscriptionId ? null : row
}

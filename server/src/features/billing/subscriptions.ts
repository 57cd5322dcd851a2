import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

export type Subscription = Row<'subscriptions'>
export type Invoice = Row<'invoices'>
export type BillingAddress = Row<'billing_addresses'>

/** The agency's subscription as the gateway last told it. */
export const findSubscription = (db: Reader, agencyId: number): Promise<Subscription | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()

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

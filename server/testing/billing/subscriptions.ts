import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { testNow } from '../app.ts'
import { nextNumber } from '../people.ts'

/** For tests: this many days after (or before) the time at which tests begin. */
export const daysFromNow = (days: number): Date => new Date(testNow.getTime() + days * 86_400_000)

/** For tests of an installation that is paid for: a gateway that is never asked. */
export const billedConfig = { CARD_GATEWAY_KEY: 'sk_test_never_asked' } as const

/** The agency's subscription as the gateway has it: by default active, in the middle of a month. */
export const buildSubscription = async (
  db: Db,
  agencyId: number,
  own: Partial<Insertable<Database['subscriptions']>> = {},
): Promise<void> => {
  const number = nextNumber()
  const values = {
    agency_id: agencyId,
    gateway_customer_id: `cus_test${number}`,
    gateway_subscription_id: `sub_test${number}`,
    status: 'active' as const,
    trial_ends_at: daysFromNow(-15),
    period_start: daysFromNow(-15),
    period_end: daysFromNow(15),
    user_count: 3,
    account_count: 4,
    synced_at: testNow,
    ...own,
  }
  await db
    .insertInto('subscriptions')
    .values(values)
    .onConflict(clash => clash.column('agency_id').doUpdateSet(values))
    .execute()
}

/** An invoice of the agency that was paid, with a line of each kind. */
export const buildInvoice = async (
  db: Db,
  agencyId: number,
  own: Partial<Insertable<Database['invoices']>> = {},
): Promise<number> => {
  const number = nextNumber()
  const { id } = await db
    .insertInto('invoices')
    .values({
      agency_id: agencyId,
      gateway_invoice_id: `in_test${number}`,
      number: `GAL-${number}`,
      status: 'paid',
      total_cents: 7040,
      tax_cents: 640,
      currency: 'usd',
      period_start: daysFromNow(-15),
      period_end: daysFromNow(15),
      created_at: daysFromNow(-15),
      paid_at: daysFromNow(-15),
      lines: JSON.stringify([
        { description: 'Galley', quantity: 1, amount_cents: 2900 },
        { description: 'User', quantity: 3, amount_cents: 1500 },
        { description: 'Social account', quantity: 4, amount_cents: 2000 },
      ]),
      ...own,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A billing address as the form sends it. */
export const addressOf = (more: Record<string, unknown> = {}) => ({
  firstName: 'Zoë',
  lastName: 'Moreau',
  address: '1 Collins Street',
  state: 'Victoria',
  city: 'Melbourne',
  country: 'Australia',
  zip: '3000',
  ...more,
})

/** The bodies of the calls of billing, for the tables of calls. */
export const billingBodies = {
  'POST /pay/sub': ({ agencyId }: { agencyId: number }) => ({ agency_id: agencyId }),
  'POST /bill/billing': ({ agencyId }: { agencyId: number }) => ({ agency_id: agencyId }),
  'POST /bill/billupdate': ({ agencyId }: { agencyId: number }) => ({ agency_id: agencyId, ...addressOf() }),
  'POST /bill/processupdate': ({ agencyId }: { agencyId: number }) => ({
    agency_id: agencyId,
    cardName: 'Ada Moreau',
    cardNumber: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2030,
    cvc: '123',
  }),
  'POST /bill/payment-confirmed': ({ agencyId }: { agencyId: number }) => ({
    agency_id: agencyId,
    setup_intent: 'seti_1',
  }),
}

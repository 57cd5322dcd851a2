import { countryCode } from '#domain/billing/countries.ts'
import type { BillingGateway, BillingTrouble, Done } from '#server/platform/cards/billing-gateway.ts'
import { billingGateway } from '#server/platform/cards/configured.ts'
import type { ConfirmationNeeded, GatewayUnavailable } from '#server/platform/cards/gateway.ts'
import type { Services } from '#server/platform/http/route.ts'
import { customerOf } from '../payment-cards.ts'
import { findBillingAddress, findSubscription, type Subscription } from '../subscriptions.ts'
import { paysGst } from '../tax.ts'
import { syncSubscription } from './sync-subscription.ts'

/** `none`: the agency has no subscription that this could change. */
export type ChangeOutcome = Done | { readonly kind: 'none' }

type AtGateway = Subscription & { readonly gateway_subscription_id: string }

type NotChanged = GatewayUnavailable | { readonly kind: 'none' }
type Asking = { readonly isRequested?: boolean }

/** Why a subscription that the gateway does not know cannot be changed: it has ended, or may be found again. */
const notKnown = ({ status }: Subscription): NotChanged =>
  status === 'canceled'
    ? { kind: 'none' }
    : { kind: 'unavailable', reason: 'it does not know the subscription at the moment' }

/** The agency's subscription; one that the gateway did not know the last time is looked up again. */
const findAnew = async (services: Services, agencyId: number, asking: Asking) => {
  const row = await findSubscription(services.db, agencyId)
  if (!row?.gone_at) return row
  await syncSubscription(services, agencyId, asking)
  return findSubscription(services.db, agencyId)
}

/** Changes something at the gateway and copies what it then has. `isRequested`: one that the gateway no longer knows has ended with that. */
const change = async <T extends { readonly kind: string }>(
  services: Services,
  agencyId: number,
  work: (gateway: BillingGateway, subscription: AtGateway) => Promise<T>,
  asking: Asking = {},
): Promise<T | NotChanged> => {
  const gateway = billingGateway(services.config)
  const row = await findAnew(services, agencyId, asking)
  const id = row?.gateway_subscription_id
  if (!gateway || !row || !id) return { kind: 'none' }
  if (row.gone_at) return notKnown(row)
  const outcome = await work(gateway, { ...row, gateway_subscription_id: id })
  if ((await syncSubscription(services, agencyId, asking)).kind !== 'gone') return outcome
  const after = await findSubscription(services.db, agencyId)
  return after?.gone_at ? notKnown(after) : outcome
}

/** A subscription that has ended can no longer be changed. */
const changeRunning = (
  services: Services,
  agencyId: number,
  work: (gateway: BillingGateway, subscription: AtGateway) => Promise<Done>,
): Promise<ChangeOutcome> =>
  change(services, agencyId, async (gateway, row) =>
    row.status === 'canceled' ? { kind: 'none' as const } : work(gateway, row),
  )

/** Nothing more is charged after the period that is paid for. */
export const cancelAtPeriodEnd = (services: Services, agencyId: number): Promise<ChangeOutcome> =>
  changeRunning(services, agencyId, (gateway, row) =>
    gateway.setCancelAtPeriodEnd(row.gateway_subscription_id, true),
  )

export const resumeSubscription = (services: Services, agencyId: number): Promise<ChangeOutcome> =>
  changeRunning(services, agencyId, (gateway, row) =>
    gateway.setCancelAtPeriodEnd(row.gateway_subscription_id, false),
  )

/**
 * Later charges are made to this card, which the gateway has saved for the agency's customer; or for a new one, if it has lost that, and the
 * subscription with it.
 */
export const replaceCard = async (
  services: Services,
  agencyId: number,
  token: string,
): Promise<ChangeOutcome> => {
  const known = await findSubscription(services.db, agencyId)
  if (known && known.gateway_customer_id !== customerOf({ gateway_token: token }))
    await syncSubscription(services, agencyId, { isRequested: true })
  return change(services, agencyId, (gateway, row) =>
    gateway.useCard(token, row.status === 'canceled' ? null : row.gateway_subscription_id),
  )
}

/** Tells the gateway whether GST comes on top, by the card and the address that are stored here. It counts from the next invoice on. */
export const saveTax = (services: Services, agencyId: number): Promise<ChangeOutcome> =>
  changeRunning(services, agencyId, async (gateway, row) =>
    gateway.setGst(row.gateway_subscription_id, await paysGst(services.db, agencyId)),
  )

/** Tells the gateway the address that is stored here, and the tax that follows from it. Nothing to do before there is a subscription. */
export const saveBillingAddress = async (services: Services, agencyId: number): Promise<ChangeOutcome> => {
  const stored = await findBillingAddress(services.db, agencyId)
  if (!stored) return { kind: 'none' }
  const { first_name, last_name, address: line, city, state, zip, country } = stored
  const saved = await change(services, agencyId, (gateway, row) =>
    gateway.saveAddress(row.gateway_customer_id, {
      name: `${first_name} ${last_name}`,
      line,
      city,
      state,
      zip,
      country: countryCode(country),
    }),
  )
  return saved.kind === 'done' ? saveTax(services, agencyId) : saved
}

/** Tries an open invoice of this agency again, now. One that has been paid in the meantime, by a second click, is done. */
export const payNow = async (
  services: Services,
  agencyId: number,
  invoiceId: number,
): Promise<Done | ConfirmationNeeded | BillingTrouble | { readonly kind: 'none' }> => {
  const invoice = await services.db
    .selectFrom('invoices')
    .select(['gateway_invoice_id', 'status'])
    .where('agency_id', '=', agencyId)
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  if (invoice?.status === 'paid') return { kind: 'done' }
  if (invoice?.status !== 'open') return { kind: 'none' }
  return change(services, agencyId, gateway => gateway.payInvoice(invoice.gateway_invoice_id), {
    isRequested: true,
  })
}

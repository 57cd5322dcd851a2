import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import {
  billingAddress,
  billingDetails,
  cardForm,
  cardOutcome,
  confirmedCard,
  invoice,
  keptCard,
  plan,
  replacementOutcome,
  shownCard,
} from './model.ts'

/**
 * The card step (docs/product/billing.md "Card step"): for people who may create an agency, and for admins of an agency without a card.
 * Until the agency exists, another card replaces the first. The number and CVC are sent to the gateway within this call and go nowhere else.
 */
export const addCard = endpoint({
  method: 'POST',
  path: '/pay/payment-process',
  summary: 'Add a card and start the free trial',
  permission: 'signed-in',
  body: cardForm,
  output: cardOutcome,
  failures: [
    'cards_not_taken',
    'card_refused',
    'card_exists',
    'card_being_checked',
    'card_gateway_unavailable',
    'too_many_requests',
  ],
})

/** After the bank's page: takes the card that the person has confirmed there (docs/product/billing.md "Confirmation by the bank"). */
export const confirmCard = endpoint({
  method: 'POST',
  path: '/pay/payment-confirmed',
  summary: 'Take a card that its owner has confirmed at the bank',
  permission: 'signed-in',
  body: confirmedCard,
  output: keptCard,
  failures: ['cards_not_taken', 'card_refused', 'card_exists', 'card_gateway_unavailable'],
})

/** Without `agency_id` the caller's own agency is meant. */
const ofAgency = { agency_id: id.optional() }

/** Charged and counted as of now. Works without a subscription too. */
export const getPlan = endpoint({
  method: 'POST',
  path: '/pay/sub',
  summary: "Get an agency's plan",
  permission: 'agency.manage',
  scope: { agency: 'body.agency_id' },
  body: z.strictObject(ofAgency),
  output: plan,
  failures: ['cards_not_taken'],
})

export const getBilling = endpoint({
  method: 'POST',
  path: '/bill/billing',
  summary: "Get an agency's billing address and card",
  permission: 'agency.manage',
  scope: { agency: 'body.agency_id' },
  body: z.strictObject(ofAgency),
  output: billingDetails,
  failures: ['cards_not_taken'],
})

/** The gateway gets it first: it decides about the tax. */
export const updateBillingAddress = endpoint({
  method: 'POST',
  path: '/bill/billupdate',
  summary: "Change an agency's billing address",
  permission: 'agency.manage',
  asksAnew: true,
  scope: { agency: 'body.agency_id' },
  body: z.strictObject({ ...ofAgency, ...billingAddress.shape }),
  output: billingAddress,
  failures: ['cards_not_taken', 'card_gateway_unavailable'],
})

const params = z.strictObject({ agencyId: pathId })

/** Newest first. */
export const listAgencyInvoices = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/invoices',
  summary: "List an agency's invoices",
  permission: 'agency.manage',
  scope: { agency: 'params.agencyId' },
  params,
  output: z.array(invoice),
})

/** A page by itself, to print, or to keep as a file. */
export const getInvoicePage = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/invoices/{invoiceId}',
  summary: 'Get an invoice as a page to print',
  permission: 'agency.manage',
  cost: 'search',
  scope: { agency: 'params.agencyId' },
  params: params.extend({ invoiceId: pathId }),
  output: z.string(),
  file: 'text/html',
})

/** A file for the books. */
export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/invoices/{invoiceId}/pdf',
  summary: 'Get an invoice as a PDF',
  permission: 'agency.manage',
  cost: 'heavy',
  scope: { agency: 'params.agencyId' },
  params: params.extend({ invoiceId: pathId }),
  output: z.string(),
  file: 'application/pdf',
})

/** Another card for an agency that has one; what is open is charged to it from then on. Number and CVC go no further than with `addCard`. */
export const updateCard = endpoint({
  method: 'POST',
  path: '/bill/processupdate',
  summary: "Replace an agency's card",
  permission: 'agency.manage',
  asksAnew: true,
  scope: { agency: 'body.agency_id' },
  body: cardForm.safeExtend(ofAgency),
  output: replacementOutcome,
  failures: [
    'cards_not_taken',
    'card_required',
    'card_refused',
    'card_being_checked',
    'card_gateway_unavailable',
    'too_many_requests',
  ],
})

/** After the bank's page, which leads back to `/billing`: the confirmed card takes the place of the agency's. */
export const confirmReplacedCard = endpoint({
  method: 'POST',
  path: '/bill/payment-confirmed',
  summary: "Replace an agency's card with one that its owner has confirmed at the bank",
  permission: 'agency.manage',
  scope: { agency: 'body.agency_id' },
  body: confirmedCard.extend(ofAgency),
  output: shownCard,
  failures: ['cards_not_taken', 'card_required', 'card_refused', 'card_gateway_unavailable'],
})

/** Nothing more is charged after what is paid for, and the agency can be used until then. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/subscription/cancel',
  summary: "Cancel an agency's subscription at the end of its period",
  permission: 'agency.manage',
  asksAnew: true,
  scope: { agency: 'params.agencyId' },
  params,
  output: nothing,
  failures: ['cards_not_taken', 'no_subscription', 'card_refused', 'card_gateway_unavailable'],
})

/**
 * Takes a cancellation back whose day has not come. Without a subscription, or after its end, another begins; its first month is charged at once,
 * unless a trial or a paid period is still running. `action_url`: where the card's owner must confirm that charge, as the bank asks.
 */
export const continueSubscription = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/subscription/continue',
  summary: 'Continue a cancelled subscription, or begin one',
  permission: 'agency.manage',
  scope: { agency: 'params.agencyId' },
  params,
  output: z.strictObject({ action_url: z.string().nullable() }),
  failures: [
    'cards_not_taken',
    'no_subscription',
    'card_required',
    'card_refused',
    'card_gateway_unavailable',
  ],
})

/** Tries the card again now. `action_url`: where the card's owner must confirm, as the bank asks; null: it is paid. */
export const payInvoice = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/invoices/{invoiceId}/pay',
  summary: 'Pay an open invoice now',
  permission: 'agency.manage',
  scope: { agency: 'params.agencyId' },
  params: params.extend({ invoiceId: pathId }),
  output: z.strictObject({ action_url: z.string().nullable() }),
  failures: ['cards_not_taken', 'invoice_not_open', 'card_refused', 'card_gateway_unavailable'],
})

import * as contract from '#domain/billing/contract.ts'
import type { Config } from '#server/config.ts'
import { agencyRoute, inReadOnly, personRoute, type Route } from '#server/platform/http/route.ts'
import { addCard } from './cards/add-card.ts'
import { confirmCard } from './cards/confirm-card.ts'
import { confirmReplacedCard } from './cards/confirm-replaced-card.ts'
import { updateCard } from './cards/update-card.ts'
import { getBilling } from './get-billing.ts'
import { getPlan } from './get-plan.ts'
import { getInvoicePage } from './invoices/get-invoice-page.ts'
import { getInvoicePdf } from './invoices/get-invoice-pdf.ts'
import { listAgencyInvoices } from './invoices/list-agency-invoices.ts'
import { payInvoice } from './invoices/pay-invoice.ts'
import { updateBillingAddress } from './invoices/update-billing-address.ts'
import { cancelSubscription } from './subscription/cancel-subscription.ts'
import { continueSubscription } from './subscription/continue-subscription.ts'

/** For read-only agencies as well; most of them wait for the gateway. */
const payment = { ...inReadOnly, ownTransactions: true } as const

export const billingRoutes: readonly Route[] = [
  // Scripts test stolen cards from accounts made for it, so this is limited like signing in.
  personRoute(contract.addCard, addCard, {
    ownTransactions: true,
    perMinute: (config: Config) => config.SIGN_IN_PER_MINUTE,
  }),
  personRoute(contract.confirmCard, confirmCard, {
    ownTransactions: true,
    perMinute: (config: Config) => config.SIGN_IN_PER_MINUTE,
  }),
  agencyRoute(contract.getPlan, getPlan, payment),
  agencyRoute(contract.getBilling, getBilling, payment),
  agencyRoute(contract.updateBillingAddress, updateBillingAddress, payment),
  agencyRoute(contract.listAgencyInvoices, listAgencyInvoices),
  agencyRoute(contract.getInvoicePage, getInvoicePage),
  agencyRoute(contract.getInvoicePdf, getInvoicePdf),
  agencyRoute(contract.updateCard, updateCard, payment),
  agencyRoute(contract.confirmReplacedCard, confirmReplacedCard, payment),
  agencyRoute(contract.cancelSubscription, cancelSubscription, payment),
  agencyRoute(contract.continueSubscription, continueSubscription, payment),
  agencyRoute(contract.payInvoice, payInvoice, payment),
]

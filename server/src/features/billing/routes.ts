import * as contract from '#domain/billing/contract.ts'
import type { Config } from '#server/config.ts'
import { agencyRoute, inReadOnly, personRoute, type Route } from '#server/platform/http/route.ts'
import { addCard } from './add-card.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { confirmCard } from './confirm-card.ts'
import { confirmReplacedCard } from './confirm-replaced-card.ts'
import { continueSubscription } from './continue-subscription.ts'
import { getBilling } from './get-billing.ts'
import { getInvoicePage } from './get-invoice-page.ts'
import { getPlan } from './get-plan.ts'
import { listAgencyInvoices } from './list-agency-invoices.ts'
import { payInvoice } from './pay-invoice.ts'
import { updateBillingAddress } from './update-billing-address.ts'
import { updateCard } from './update-card.ts'

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
  agencyRoute(contract.updateCard, updateCard, payment),
  agencyRoute(contract.confirmReplacedCard, confirmReplacedCard, payment),
  agencyRoute(contract.cancelSubscription, cancelSubscription, payment),
  agencyRoute(contract.continueSubscription, continueSubscription, payment),
  agencyRoute(contract.payInvoice, payInvoice, payment),
]

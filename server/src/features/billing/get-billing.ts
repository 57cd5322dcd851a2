import type * as contract from '#domain/billing/contract.ts'
import type { ShownCard, BillingAddress as WireAddress } from '#domain/billing/model.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { findCard, type PaymentCard } from './payment-cards.ts'
import { isBilled } from './standings.ts'
import { type BillingAddress, findBillingAddress } from './subscriptions.ts'

export const getBilling = async (
  _input: Input<typeof contract.getBilling>,
  { db, agency, person, services }: AgencyPoolCall,
): Promise<Answer<typeof contract.getBilling>> => {
  if (!isBilled(services.config)) return fail('cards_not_taken')
  const address = await findBillingAddress(db, agency.agencyId)
  const card = await findCard(db, { userId: person.userId, agencyId: agency.agencyId })
  return { address: address ? toWireAddress(address) : null, card: card ? toShownCard(card) : null }
}

const toWireAddress = (row: BillingAddress): WireAddress => ({
  firstName: row.first_name,
  lastName: row.last_name,
  address: row.address,
  state: row.state,
  city: row.city,
  country: row.country,
  zip: row.zip,
  // Only where there are any: clients that know the seven fields alone get these alone.
  ...(row.vat_number === '' ? {} : { vat_number: row.vat_number }),
  ...(row.invoice_email === '' ? {} : { invoice_email: row.invoice_email }),
})

export const toShownCard = (row: PaymentCard): ShownCard => ({
  cardName: row.name,
  brand: row.brand,
  last_four: row.last_four,
  expiryMonth: row.expiry_month,
  expiryYear: row.expiry_year,
  hasTax: row.country === 'AU',
})

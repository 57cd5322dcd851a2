import { isAustralia } from '#domain/billing/tax.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { findCard } from './payment-cards.ts'
import { findBillingAddress } from './subscriptions.ts'

/** Whether GST comes on top of an agency's price: its card is of an Australian company, or its address is Australian (decision 86). */
export const paysGst = async (db: Reader, agencyId: number): Promise<boolean> => {
  const card = await findCard(db, { userId: 0, agencyId })
  if (card?.country === 'AU') return true
  const address = await findBillingAddress(db, agencyId)
  return address !== undefined && isAustralia(address.country)
}

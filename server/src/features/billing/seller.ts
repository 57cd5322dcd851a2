import type { Config } from '#server/config.ts'
import type { Seller } from '#server/platform/db/column-types.ts'
import type { Tx } from '#server/platform/db/database.ts'

export const sellerOf = (config: Config): Seller => ({
  name: config.SELLER_NAME,
  address: config.SELLER_ADDRESS,
  tax_id: config.SELLER_TAX_ID ?? null,
  abn: config.SELLER_ABN ?? null,
})

/** An invoice keeps the seller with whom it was made. A draft is not one yet. */
export const stampSeller = async (tx: Tx, agencyId: number, seller: Seller): Promise<void> => {
  await tx
    .updateTable('invoices')
    .set({ sold_by: JSON.stringify(seller) })
    .where('agency_id', '=', agencyId)
    .where('status', '<>', 'draft')
    .where('sold_by', 'is', null)
    .execute()
}

import type { Invoice } from './model.ts'

/** Where an invoice stands, as the billing page and the invoice itself say it (docs/product/billing.md "Invoices"). */
export const invoiceStatusWords: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Not paid',
  void: 'Void',
}

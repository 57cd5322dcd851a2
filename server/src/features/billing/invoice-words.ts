import { invoiceFields } from '#domain/billing/address.ts'
import { formatAmount } from '#domain/billing/amounts.ts'
import { invoiceStatusWords } from '#domain/billing/status.ts'
import { formatAbn, GST_NAME } from '#domain/billing/tax.ts'
import type { Config } from '#server/config.ts'
import type { Seller } from '#server/platform/db/column-types.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { printInThread } from '#server/platform/pdf/print-in-thread.ts'
import { sellerOf } from './seller.ts'
import { type BillingAddress, findBillingAddress, findInvoice, type Invoice } from './subscriptions.ts'

/** All that an invoice says, as its page and its PDF have it. */
export type InvoiceWords = {
  readonly title: string
  /** Its day, and whether it is paid. */
  readonly state: string
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly period: string
  readonly heads: readonly [string, string, string]
  readonly lines: readonly (readonly [description: string, quantity: string, amount: string])[]
  readonly totals: readonly (readonly [label: string, amount: string])[]
  /** Without an ending; of ASCII signs alone, so that no header has to encode it. */
  readonly fileName: string
}

type One = {
  readonly agencyId: number
  readonly agencyName: string
  readonly invoiceId: number
}

/** One of the agency's invoices; null if it is another agency's. */
export const readInvoiceWords = async (
  db: Reader,
  config: Config,
  one: One,
): Promise<InvoiceWords | null> => {
  const invoice = await findInvoice(db, one)
  if (!invoice) return null
  const amount = (cents: number) => formatAmount(cents, invoice.currency)
  const hasGst = invoice.tax_cents > 0
  const number = invoice.number ?? String(invoice.id)
  const paid = invoice.paid_at && `Paid on ${dayInWords(invoice.paid_at)}`
  return {
    title: `${hasGst ? 'Tax invoice' : 'Invoice'} ${number}`,
    state: `${dayInWords(invoice.created_at)} · ${paid ?? invoiceStatusWords[invoice.status]}`,
    from: sellerLines(invoice.sold_by ?? sellerOf(config), hasGst),
    // As they were when the invoice was made; as they are now, if there was no address yet.
    to: invoice.billed_to ?? customerLines(one.agencyName, await findBillingAddress(db, one.agencyId)),
    period: `For ${dayInWords(invoice.period_start)} to ${dayInWords(invoice.period_end)}`,
    heads: ['Description', 'Quantity', 'Amount'],
    lines: invoice.lines.map(line => [line.description, String(line.quantity), amount(line.amount_cents)]),
    totals: totalsOf(invoice).map(([label, cents]) => [label, amount(cents)]),
    fileName: `invoice-${number.replace(/[^\w-]+/g, '-')}`,
  }
}

const VAT_NUMBER = invoiceFields.vat_number

const customerLines = (agencyName: string, address: BillingAddress | undefined): string[] =>
  address
    ? [
        agencyName,
        `${address.first_name} ${address.last_name}`,
        address.address,
        `${address.city}, ${address.state} ${address.zip}`,
        address.country,
        ...(address.vat_number === '' ? [] : [`${VAT_NUMBER} ${address.vat_number}`]),
      ]
    : [agencyName]

/** What Australian law asks for on an invoice with GST: the words "Tax invoice", and the seller's ABN. */
const sellerLines = ({ name, address, tax_id, abn }: Seller, hasGst: boolean): string[] =>
  [name, ...address, hasGst && abn ? `ABN ${formatAbn(abn)}` : tax_id].filter(line => line !== null)

const totalsOf = ({ total_cents, tax_cents }: Invoice): (readonly [label: string, cents: number])[] => [
  ['Before tax', total_cents - tax_cents],
  [tax_cents > 0 ? GST_NAME : 'Tax', tax_cents],
  ['Total', total_cents],
]

const worker = new URL('./draw-worker.ts', import.meta.url)

/** The invoice as a PDF. */
export const printInvoice = (words: InvoiceWords, at: Date): Promise<Uint8Array> =>
  printInThread(worker, { words, at })

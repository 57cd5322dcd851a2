import { formatAmount } from '#domain/billing/amounts.ts'
import type * as contract from '#domain/billing/contract.ts'
import { invoiceStatusWords } from '#domain/billing/status.ts'
import { formatAbn, GST_NAME } from '#domain/billing/tax.ts'
import type { Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Seller } from '#server/platform/db/column-types.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import { escapeHtml } from '#server/platform/http/pages/escape-html.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { sellerOf } from '../seller.ts'
import { type BillingAddress, findBillingAddress, findInvoice, type Invoice } from '../subscriptions.ts'

/** One invoice as a page by itself, which needs nothing else: it can be printed, and opened years later. */
export const getInvoicePage = async (
  { params }: Input<typeof contract.getInvoicePage>,
  { db, agency, services }: AgencyPoolCall,
): Promise<FileAnswer | Failure<'not_found'>> => {
  const invoice = await findInvoice(db, { agencyId: agency.agencyId, invoiceId: params.invoiceId })
  if (!invoice) return fail('not_found')
  const address = await findBillingAddress(db, agency.agencyId)
  return new FileAnswer({
    name: `invoice-${(invoice.number ?? String(invoice.id)).replace(/[^\w-]+/g, '-')}.html`,
    contentType: 'text/html; charset=utf-8',
    content: pageOf(invoice, {
      agencyName: agency.agencyName,
      address,
      seller: invoice.sold_by ?? sellerOf(services.config),
    }),
    isDownload: true,
  })
}

type For = { readonly agencyName: string; readonly address: BillingAddress | undefined }

const linesOf = ({ agencyName, address }: For): string[] =>
  address
    ? [
        agencyName,
        `${address.first_name} ${address.last_name}`,
        address.address,
        `${address.city}, ${address.state} ${address.zip}`,
        address.country,
      ]
    : [agencyName]

/** As they were when the invoice was made; as they are now, if there was no address yet. */
const customerLines = (invoice: Invoice, customer: For): string =>
  (invoice.billed_to ?? linesOf(customer)).map(escapeHtml).join('<br>')

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell, index) => `<td${index > 0 ? ' class="n"' : ''}>${escapeHtml(cell)}</td>`).join('')}</tr>`

const style = `:root{color-scheme:light dark;--text:#1a1a1a;--page:#fff;--soft:#555;--line:#ddd}
@media screen and (prefers-color-scheme:dark){:root{--text:#e8eae9;--page:#151816;--soft:#a9b0ac;--line:#39403c}}
@media print{:root{color-scheme:light}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--page);max-width:720px;margin:40px auto;padding:0 24px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px}h2{font-size:13px;font-weight:500;color:var(--soft);margin:0}p{margin:0 0 20px;overflow-wrap:anywhere}
.parties{display:grid;grid-template-columns:1fr 1fr;gap:0 24px;margin:24px 0 0}@media (max-width:480px){.parties{grid-template-columns:1fr}}
table{width:100%;border-collapse:collapse;margin:24px 0}th,td{text-align:left;padding:8px 0;border-bottom:1px solid var(--line)}.n{text-align:right}
td.n,th.n{padding-left:16px;white-space:nowrap}tr{break-inside:avoid}tfoot td{border:0}tfoot tr:last-child td{font-weight:600;font-size:17px}small{color:var(--soft)}@page{margin:18mm}@media print{body{max-width:none;margin:0;padding:0}}`

/** What Australian law asks for on an invoice with GST: the words "Tax invoice", and the seller's ABN. */
const sellerLines = ({ name, address, tax_id, abn }: Seller, hasGst: boolean): string =>
  [name, ...address, hasGst && abn ? `ABN ${formatAbn(abn)}` : tax_id]
    .flatMap(line => (line === null ? [] : escapeHtml(line)))
    .join('<br>')

const totalRows = ({ total_cents, tax_cents }: Invoice, amount: (cents: number) => string): string =>
  [
    ['Before tax', '', amount(total_cents - tax_cents)],
    [tax_cents > 0 ? GST_NAME : 'Tax', '', amount(tax_cents)],
    ['Total', '', amount(total_cents)],
  ]
    .map(row)
    .join('')

const pageOf = (invoice: Invoice, { seller, ...customer }: For & { readonly seller: Seller }): string => {
  const amount = (cents: number) => formatAmount(cents, invoice.currency)
  const hasGst = invoice.tax_cents > 0
  const kind = hasGst ? 'Tax invoice' : 'Invoice'
  const title = `${kind} ${escapeHtml(invoice.number ?? String(invoice.id))}`
  const state = invoice.paid_at
    ? `Paid on ${dayInWords(invoice.paid_at)}`
    : invoiceStatusWords[invoice.status]
  const lines = invoice.lines.map(line =>
    row([line.description, String(line.quantity), amount(line.amount_cents)]),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body>
<h1>${title}</h1>
<p>${dayInWords(invoice.created_at)} · ${state}</p>
<div class="parties">
<section><h2>From</h2><p>${sellerLines(seller, hasGst)}</p></section>
<section><h2>To</h2><p>${customerLines(invoice, customer)}</p></section>
</div>
<p><small>For ${dayInWords(invoice.period_start)} to ${dayInWords(invoice.period_end)}</small></p>
<table>
<thead><tr><th scope="col">Description</th><th scope="col" class="n">Quantity</th><th scope="col" class="n">Amount</th></tr></thead>
<tbody>${lines.join('')}</tbody>
<tfoot>${totalRows(invoice, amount)}</tfoot>
</table>
</body>
</html>
`
}

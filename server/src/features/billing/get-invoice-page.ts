import { formatAmount } from '#domain/billing/amounts.ts'
import type * as contract from '#domain/billing/contract.ts'
import { GST_PERCENT } from '#domain/billing/tax.ts'
import type { Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { FileAnswer } from '#server/platform/http/file-answer.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { type BillingAddress, findBillingAddress, findInvoice, type Invoice } from './subscriptions.ts'

/** One invoice as a page by itself, which needs nothing else: it can be printed, and opened years later. */
export const getInvoicePage = async (
  { params }: Input<typeof contract.getInvoicePage>,
  { db, agency }: AgencyPoolCall,
): Promise<FileAnswer | Failure<'not_found'>> => {
  const invoice = await findInvoice(db, { agencyId: agency.agencyId, invoiceId: params.invoiceId })
  if (!invoice) return fail('not_found')
  const address = await findBillingAddress(db, agency.agencyId)
  return new FileAnswer({
    name: `invoice-${(invoice.number ?? String(invoice.id)).replace(/[^\w-]+/g, '-')}.html`,
    contentType: 'text/html; charset=utf-8',
    content: pageOf(invoice, { agencyName: agency.agencyName, address }),
    isDownload: true,
  })
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (time: Date): string => dayFormat.format(time)

const statusWords: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Not paid',
  void: 'Void',
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

const style = `body{font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:720px;margin:40px auto;padding:0 24px}
h1{font-size:26px;margin:0 0 4px}p{margin:0 0 20px}table{width:100%;border-collapse:collapse;margin:24px 0}
th,td{text-align:left;padding:8px 0;border-bottom:1px solid #ddd}.n{text-align:right}th.n{text-align:right}
tfoot td{border:0}tfoot tr:last-child td{font-weight:600;font-size:17px}small{color:#555}@media print{body{margin:0}}`

const pageOf = (invoice: Invoice, customer: For): string => {
  const amount = (cents: number) => formatAmount(cents, invoice.currency)
  const title = `Invoice ${escapeHtml(invoice.number ?? String(invoice.id))}`
  const state = invoice.paid_at ? `Paid on ${dayOf(invoice.paid_at)}` : statusWords[invoice.status]
  const lines = invoice.lines.map(line =>
    row([line.description, String(line.quantity), amount(line.amount_cents)]),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body>
<h1>${title}</h1>
<p>${dayOf(invoice.created_at)} · ${state}</p>
<p>${customerLines(invoice, customer)}</p>
<p><small>For ${dayOf(invoice.period_start)} to ${dayOf(invoice.period_end)}</small></p>
<table>
<thead><tr><th scope="col">Description</th><th scope="col" class="n">Quantity</th><th scope="col" class="n">Amount</th></tr></thead>
<tbody>${lines.join('')}</tbody>
<tfoot>${row(['Before tax', '', amount(invoice.total_cents - invoice.tax_cents)])}${row([invoice.tax_cents > 0 ? `GST (${GST_PERCENT}%)` : 'Tax', '', amount(invoice.tax_cents)])}${row(['Total', '', amount(invoice.total_cents)])}</tfoot>
</table>
<p><small>Galley</small></p>
</body>
</html>
`
}

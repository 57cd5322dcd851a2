import type * as contract from '#domain/billing/contract.ts'
import type { Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import { escapeHtml } from '#server/platform/http/pages/escape-html.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { type InvoiceWords, readInvoiceWords } from '../invoice-words.ts'

/** One invoice as a page by itself, which needs nothing else: it can be printed, and opened years later. */
export const getInvoicePage = async (
  { params }: Input<typeof contract.getInvoicePage>,
  { db, agency, services }: AgencyPoolCall,
): Promise<FileAnswer | Failure<'not_found'>> => {
  const words = await readInvoiceWords(db, services.config, { ...agency, invoiceId: params.invoiceId })
  if (!words) return fail('not_found')
  return new FileAnswer({
    name: `${words.fileName}.html`,
    contentType: 'text/html; charset=utf-8',
    content: pageOf(words),
    isDownload: true,
  })
}

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell, index) => `<td${index > 0 ? ' class="n"' : ''}>${escapeHtml(cell)}</td>`).join('')}</tr>`

const head = (name: string, index: number): string =>
  `<th scope="col"${index > 0 ? ' class="n"' : ''}>${name}</th>`

const linesOf = (lines: readonly string[]): string => lines.map(escapeHtml).join('<br>')

const style = `:root{color-scheme:light dark;--text:#1a1a1a;--page:#fff;--soft:#555;--line:#ddd}
@media screen and (prefers-color-scheme:dark){:root{--text:#e8eae9;--page:#151816;--soft:#a9b0ac;--line:#39403c}}
@media print{:root{color-scheme:light}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--page);max-width:720px;margin:40px auto;padding:0 24px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px}h2{font-size:13px;font-weight:500;color:var(--soft);margin:0}p{margin:0 0 20px;overflow-wrap:anywhere}
.parties{display:grid;grid-template-columns:1fr 1fr;gap:0 24px;margin:24px 0 0}@media (max-width:480px){.parties{grid-template-columns:1fr}}
table{width:100%;border-collapse:collapse;margin:24px 0}th,td{text-align:left;padding:8px 0;border-bottom:1px solid var(--line)}.n{text-align:right}
td.n,th.n{padding-left:16px;white-space:nowrap}tr{break-inside:avoid}tfoot td{border:0}tfoot tr:last-child td{font-weight:600;font-size:17px}small{color:var(--soft)}@page{margin:18mm}@media print{body{max-width:none;margin:0;padding:0}}`

const pageOf = (words: InvoiceWords): string => {
  const title = escapeHtml(words.title)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body>
<h1>${title}</h1>
<p>${words.state}</p>
<div class="parties">
<section><h2>From</h2><p>${linesOf(words.from)}</p></section>
<section><h2>To</h2><p>${linesOf(words.to)}</p></section>
</div>
<p><small>${words.period}</small></p>
<table>
<thead><tr>${words.heads.map(head).join('')}</tr></thead>
<tbody>${words.lines.map(row).join('')}</tbody>
<tfoot>${words.totals.map(([label, amount]) => row([label, '', amount])).join('')}</tfoot>
</table>
</body>
</html>
`
}

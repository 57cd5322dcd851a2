import { formatAmount } from '#domain/billing/amounts.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { fullName } from '#domain/kernel/text.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import { type MailFile, queueMail, type RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { listAdmins } from '../agency-admins.ts'
import { printInvoice, readInvoiceWords } from '../invoice-words.ts'
import { findBillingAddress, findInvoice } from '../subscriptions.ts'

/** A job of its own, since drawing a PDF takes a second, and no transaction is to wait for it. */
export const mailReceiptQueue: JobQueue<{ agencyId: number; invoiceId: number }> = {
  name: 'mail-receipt',
  expireSeconds: 120,
  retry: { times: 12, firstSeconds: 5, longestSeconds: 3600 },
}

/** Orders the receipts of what was paid since the last time. A month of a trial that costs nothing has none. */
export const sendReceipts = async (
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  agencyId: number,
): Promise<void> => {
  const paid = await tx
    .selectFrom('invoices')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('status', '=', 'paid')
    .where('total_cents', '>', 0)
    .where('receipt_queued_at', 'is', null)
    .execute()
  for (const { id: invoiceId } of paid) await jobs.enqueue(tx, mailReceiptQueue, { agencyId, invoiceId })
}

/** Mails the receipt of an invoice, with its PDF, to the admins and to the agency's address for invoices; once. */
export const mailReceipt = async (
  services: Services,
  { agencyId, invoiceId }: { readonly agencyId: number; readonly invoiceId: number },
): Promise<JobOutcome> => {
  const { db, config, clock } = services
  const { name: agencyName } = await db
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const invoice = await findInvoice(db, { agencyId, invoiceId })
  const words = await readInvoiceWords(db, config, { agencyId, agencyName, invoiceId })
  if (!invoice?.paid_at || !words || invoice.receipt_queued_at) return 'done'
  const pdf = await printInvoice(words, clock.now())
  const facts = {
    publicUrl: config.publicUrl,
    agency: agencyName,
    amount: formatAmount(invoice.total_cents, invoice.currency),
    paidAt: invoice.paid_at,
    invoice: words.title,
    file: {
      name: `${words.fileName}.pdf`,
      contentType: 'application/pdf',
      base64: Buffer.from(pdf).toString('base64'),
    },
  }
  await inTransaction(db, async tx => {
    if (!(await recordReceipt(tx, invoiceId, clock.now()))) return
    const admins = await listAdmins(tx, agencyId)
    for (const { email, ...person } of admins)
      await queueMail(tx, services, { to: email, ...receiptMail({ ...facts, name: fullName(person) }) })
    const address = await findBillingAddress(tx, agencyId)
    const forBooks = address?.invoice_email ?? ''
    if (forBooks !== '' && admins.every(({ email }) => email !== forBooks))
      await queueMail(tx, services, { to: forBooks, ...receiptMail({ ...facts, name: null }) })
  })
  return 'done'
}

/** False when it was recorded before. */
const recordReceipt = async (tx: Tx, invoiceId: number, now: Date): Promise<boolean> => {
  const recorded = await tx
    .updateTable('invoices')
    .set({ receipt_queued_at: now })
    .where('id', '=', invoiceId)
    .where('receipt_queued_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return recorded !== undefined
}

/** From Galley, not from the agency: it is about its bill. `name` null: to the address for invoices, whose reader may have no account. */
export const receiptMail = (to: {
  readonly publicUrl: string
  readonly name: string | null
  readonly agency: string
  readonly amount: string
  readonly paidAt: Date
  /** Its title, with its number. */
  readonly invoice: string
  readonly file: MailFile
}): RenderedMail => ({
  ...renderMail({
    kind: 'receipt',
    subject: `Receipt for ${to.agency}: ${to.amount}`,
    title: `Receipt: ${to.amount}`,
    paragraphs: [
      to.name === null ? 'Hello,' : `Hello ${harmlessNames(to.name)},`,
      `We received ${to.amount} for ${harmlessNames(to.agency)} on ${dayInWords(to.paidAt)}. ${to.invoice} is attached as a PDF.`,
    ],
    ...(to.name === null
      ? {
          note: 'An admin of the agency entered this address for its invoices, and can change it on the billing page.',
        }
      : { link: { label: 'Open Billing', url: linkTo(to.publicUrl, '/billing') } }),
  }),
  files: [to.file],
})

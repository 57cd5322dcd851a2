import { expect, it } from 'vitest'
import { getBilling, updateBillingAddress } from '#domain/billing/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { addressOf, billedConfig, buildInvoice } from '#testing/billing/subscriptions.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { readMails } from '#testing/mails.ts'
import { useNewCast } from '#testing/people.ts'
import { billingRoutes } from '../routes.ts'
import { mailReceipt, mailReceiptQueue, sendReceipts } from './mail-receipt.ts'

const kit = useTestApp({ routes: billingRoutes, config: billedConfig })
const cast = useNewCast(kit)

const saveAddress = (more: object) =>
  kit.ask(cast.admin, updateBillingAddress, { body: addressOf({ ...more }) } as never)
const emailOf = async ({ userId }: TestPerson) =>
  (await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const receiptsOf = async (email: string) =>
  (await readMails(kit, email)).filter(({ kind }) => kind === 'receipt')
const pay = async () => {
  const { agencyId } = cast.project
  const invoiceId = await buildInvoice(kit.db, agencyId)
  await mailReceipt(kit.services, { agencyId, invoiceId })
  return { agencyId, invoiceId }
}

it('A receipt goes with its invoice to the admins and to the address for invoices, once', async () => {
  await saveAddress({ vat_number: 'DE 123456789', invoice_email: 'Books@bluebird.example' })
  const paid = await pay()
  await mailReceipt(kit.services, paid)
  for (const email of [await emailOf(cast.admin), 'books@bluebird.example']) {
    const [mail, ...others] = await receiptsOf(email)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Receipt for .+: US\$ 70\.40$/)
    expect(mail?.text).toContain('on 17 May 2026. Tax invoice GAL-')
    const [file] = mail?.files ?? []
    expect(file?.name).toMatch(/^invoice-GAL-\d+\.pdf$/)
    const { pages } = readPdf(Buffer.from(file?.base64 ?? '', 'base64'))
    expect(pages[0]).toContain('VAT number DE 123456789')
  }
  expect((await receiptsOf('books@bluebird.example'))[0]?.link).toBeNull()
  for (const person of [cast.creator, cast.external, cast.stranger])
    expect(await receiptsOf(await emailOf(person))).toEqual([])
})

it('Only what was paid and not receipted is ordered, and a month that cost nothing is not', async () => {
  const { agencyId } = cast.project
  const invoiceId = await buildInvoice(kit.db, agencyId)
  await buildInvoice(kit.db, agencyId, { total_cents: 0, tax_cents: 0 })
  await buildInvoice(kit.db, agencyId, { status: 'open', paid_at: null })
  await buildInvoice(kit.db, cast.elsewhere.agencyId)
  const order = async () => {
    const before = (await kit.enqueued(mailReceiptQueue)).length
    await kit.db.transaction().execute(tx => sendReceipts(tx, kit.services, agencyId))
    return (await kit.enqueued(mailReceiptQueue)).slice(before)
  }
  expect(await order()).toMatchObject([{ agencyId, invoiceId }])
  await mailReceipt(kit.services, { agencyId, invoiceId })
  expect(await order()).toEqual([])
})

it('VAT number and address for invoices stay when a form leaves them out, and go when it empties them', async () => {
  const saved = async () => (await kit.ask(cast.admin, getBilling, { body: {} })).data.address
  await saveAddress({ vat_number: 'DE 123456789', invoice_email: 'books@bluebird.example' })
  await saveAddress({ city: 'Geelong' })
  expect(await saved()).toMatchObject({
    city: 'Geelong',
    vat_number: 'DE 123456789',
    invoice_email: 'books@bluebird.example',
  })
  await saveAddress({ vat_number: '', invoice_email: '' })
  expect(await saved()).toEqual(addressOf())
})

it.each([
  [{ vat_number: '<b>1</b>' }, 'vat_number'],
  [{ vat_number: 'DE1' }, 'vat_number'],
  [{ invoice_email: 'books@bluebird' }, 'invoice_email'],
  [{ invoice_email: 'a@b.example, c@d.example' }, 'invoice_email'],
])('%o is refused', async (more, field) => {
  const { status, errors } = (await saveAddress(more)) as unknown as { status: number; errors: object }
  expect(status).toBe(422)
  expect(Object.keys(errors)).toEqual([field])
})

import { describe, expect, it } from 'vitest'
import { updateBillingAddress } from '#domain/billing/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { addressOf, billedConfig, buildInvoice } from '#testing/billing/subscriptions.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { useNewCast } from '#testing/people.ts'
import { billingRoutes } from '../routes.ts'

const seller = {
  SELLER_NAME: 'Harbor & Sons Pty Ltd',
  SELLER_ADDRESS: ['5 Pier Road'],
  SELLER_TAX_ID: 'VAT 77',
}
const kit = useTestApp({ routes: billingRoutes, config: { ...billedConfig, ...seller } })
const cast = useNewCast(kit)

const pdfOf = async (person: TestPerson, agencyId: number, invoiceId: number) =>
  kit.app.inject({
    url: `/api/agencies/${agencyId}/invoices/${invoiceId}/pdf`,
    headers: { authorization: `Bearer ${await kit.tokenOf(person)}` },
  })

describe('The PDF of an invoice', () => {
  it('says all that its page says, as a document that screen readers follow', async () => {
    const { agencyId } = cast.project
    await kit.ask(cast.admin, updateBillingAddress, { body: addressOf() } as never)
    const invoiceId = await buildInvoice(kit.db, agencyId, {
      number: 'GAL-5',
      total_cents: 6400,
      tax_cents: 0,
    })
    const answer = await pdfOf(cast.admin, agencyId, invoiceId)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="invoice-GAL-5.pdf"',
      'cache-control': 'no-store',
    })
    const { pages, structure } = readPdf(answer.rawPayload)
    expect(pages).toHaveLength(1)
    for (const text of [
      'Invoice GAL-5',
      '17 May 2026 · Paid on 17 May 2026',
      'Harbor & Sons Pty Ltd',
      'VAT 77',
      'Zoë Moreau',
      'Melbourne, Victoria 3000',
      'Social account',
      'US$ 20.00',
      'Before tax',
      'US$ 64.00',
    ])
      expect(pages[0]).toContain(text)
    expect(structure).toContain('/Table')
  })

  it('is refused to everybody but admins, and not found in another agency', async () => {
    const { agencyId } = cast.project
    const own = await buildInvoice(kit.db, agencyId)
    const foreign = await buildInvoice(kit.db, cast.elsewhere.agencyId)
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await pdfOf(person, agencyId, own)).statusCode).toBe(403)
    expect((await pdfOf(cast.stranger, agencyId, own)).statusCode).toBe(404)
    expect((await pdfOf(cast.admin, agencyId, foreign)).statusCode).toBe(404)
    expect((await pdfOf(cast.admin, cast.elsewhere.agencyId, foreign)).statusCode).toBe(404)
  })
})

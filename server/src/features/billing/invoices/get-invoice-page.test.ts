import { describe, expect, it } from 'vitest'
import { getInvoicePage, listAgencyInvoices, updateBillingAddress } from '#domain/billing/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { addressOf, billedConfig, buildInvoice, daysFromNow } from '#testing/billing/subscriptions.ts'
import { useNewCast } from '#testing/people.ts'
import { billingRoutes } from '../routes.ts'

const seller = {
  SELLER_NAME: 'Harbor & Sons Pty Ltd',
  SELLER_ADDRESS: ['5 Pier Road', 'Sydney NSW 2000'],
  SELLER_TAX_ID: 'VAT 77',
  SELLER_ABN: '51824753556',
}
const kit = useTestApp({ routes: billingRoutes, config: { ...billedConfig, ...seller } })
const cast = useNewCast(kit)

describe('Invoices', () => {
  const list = async (person: TestPerson, agencyId: number) =>
    kit.ask(person, listAgencyInvoices, { params: { agencyId } })
  const page = (person: TestPerson, agencyId: number, invoiceId: number) =>
    kit.ask(person, getInvoicePage, { params: { agencyId, invoiceId } })

  it('are listed newest first, without drafts', async () => {
    const { agencyId } = cast.project
    const older = await buildInvoice(kit.db, agencyId, { created_at: daysFromNow(-40) })
    const newer = await buildInvoice(kit.db, agencyId)
    await buildInvoice(kit.db, agencyId, { status: 'draft' })
    expect((await list(cast.admin, agencyId)).data.map(({ id }) => id)).toEqual([newer, older])
  })

  it('can each be kept as a page that needs nothing else, in which nothing typed becomes markup', async () => {
    const { agencyId } = cast.project
    await kit.ask(cast.admin, updateBillingAddress, { body: addressOf({ address: '<b>1 & 2</b>' }) } as never)
    const { status, data } = await page(cast.admin, agencyId, await buildInvoice(kit.db, agencyId))
    expect(status).toBe(200)
    for (const text of [
      'Paid on 17 May 2026',
      'US$ 70.40',
      'US$ 64.00',
      'Before tax',
      'GST (10%)',
      'US$ 6.40',
      '&#60;b&#62;1 &#38; 2',
      'Melbourne',
    ])
      expect(data).toContain(text)
    expect(data).not.toMatch(/<script|src=|href=|<b>/)
  })

  it('are kept in no browser’s cache, which outlives signing out', async () => {
    const { agencyId } = cast.project
    const answer = await kit.app.inject({
      url: `/api/agencies/${agencyId}/invoices/${await buildInvoice(kit.db, agencyId)}`,
      headers: { authorization: `Bearer ${await kit.tokenOf(cast.admin)}` },
    })
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers.etag]).toEqual([
      ...[200, 'no-store', undefined],
    ])
  })

  it('name the seller of the installation, by its other tax number where there is no GST', async () => {
    const { agencyId } = cast.project
    const plain = await buildInvoice(kit.db, agencyId, { total_cents: 6400, tax_cents: 0 })
    const { data } = await page(cast.admin, agencyId, plain)
    expect(data).toMatch(/<h1>Invoice GAL-/)
    expect(data).toContain('Harbor &#38; Sons Pty Ltd<br>5 Pier Road<br>Sydney NSW 2000<br>VAT 77')
    expect(data).not.toContain('ABN')
  })

  it('with GST are tax invoices with the ABN', async () => {
    const { agencyId } = cast.project
    const { data } = await page(cast.admin, agencyId, await buildInvoice(kit.db, agencyId))
    expect(data).toMatch(/<title>Tax invoice GAL-\d+<\/title>.*<h1>Tax invoice GAL-/s)
    expect(data).toContain('Sydney NSW 2000<br>ABN 51 824 753 556<')
  })

  it('keep the seller with whom they were made', async () => {
    const { agencyId } = cast.project
    const seller = { name: 'Former Ltd', address: ['Old Street'], tax_id: null, abn: null }
    const older = await buildInvoice(kit.db, agencyId, { sold_by: JSON.stringify(seller) })
    const { data } = await page(cast.admin, agencyId, older)
    expect(data).toContain('<p>Former Ltd<br>Old Street</p>')
    expect(data).not.toContain('Harbor')
  })

  it('of another agency are not found, whatever the address says', async () => {
    const foreign = await buildInvoice(kit.db, cast.elsewhere.agencyId)
    expect((await page(cast.admin, cast.project.agencyId, foreign)).status).toBe(404)
    expect((await page(cast.admin, cast.elsewhere.agencyId, foreign)).status).toBe(404)
    expect((await list(cast.admin, cast.elsewhere.agencyId)).status).toBe(404)
  })
})

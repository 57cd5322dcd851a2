import { describe, expect, it } from 'vitest'
import {
  getBilling,
  getInvoicePage,
  getPlan,
  listAgencyInvoices,
  updateBillingAddress,
} from '#domain/billing/contract.ts'
import { startTestApp, type TestPerson, useTestApp } from '#testing/app.ts'
import {
  addressOf,
  billedConfig,
  buildInvoice,
  buildSubscription,
  daysFromNow,
} from '#testing/billing/subscriptions.ts'
import { buildCast, buildPerson, connect, useNewCast } from '#testing/people.ts'
import { billingRoutes } from './routes.ts'

const seller = {
  SELLER_NAME: 'Harbor & Sons Pty Ltd',
  SELLER_ADDRESS: ['5 Pier Road', 'Sydney NSW 2000'],
  SELLER_TAX_ID: 'VAT 77',
  SELLER_ABN: '51824753556',
}
const kit = useTestApp({ routes: billingRoutes, config: { ...billedConfig, ...seller } })
const cast = useNewCast(kit, { connected: ['facebook', 'twitter'] })
const planOf = async (person: TestPerson = cast.admin) => (await kit.ask(person, getPlan, { body: {} })).data

describe('The plan', () => {
  it('counts the team once and accounts, and adds their prices to the base price; clients are free', async () => {
    await buildSubscription(kit.db, cast.project.agencyId)
    expect(await planOf()).toEqual({
      hasTax: false,
      tax: 0,
      usercount: 3,
      socialcount: 2,
      price: 54,
      base_price: 29,
      user_price: 5,
      account_price: 5,
      status: 'active',
      remainingdays: 15,
      cancel_at_period_end: false,
      from_date: daysFromNow(-15).toISOString(),
      to_date: daysFromNow(15).toISOString(),
      is_ended: false,
      read_only_from: null,
      publishing_until: null,
      is_publishing: true,
      needs_confirmation: false,
      next_charge: null,
    })
    await buildPerson(kit.db, cast.project, 'external-approver')
    expect((await planOf()).price).toBe(54)
    await buildPerson(kit.db, cast.project, 'content-creator')
    await connect(kit.db, cast.project.projectId, 'linkedin')
    expect(await planOf()).toMatchObject({ usercount: 4, socialcount: 3, price: 64 })
  })

  it('keeps the prices with which a subscription began, until it has ended', async () => {
    const agreed = { base_cents: 1900, user_cents: 400, account_cents: 350 }
    await buildSubscription(kit.db, cast.project.agencyId, agreed)
    expect(await planOf()).toMatchObject({ price: 38, base_price: 19, user_price: 4, account_price: 3.5 })
    await buildSubscription(kit.db, cast.project.agencyId, { ...agreed, status: 'canceled' })
    expect(await planOf()).toMatchObject({ price: 54, base_price: 29, user_price: 5, account_price: 5 })
    await buildSubscription(kit.db, cast.project.agencyId, {
      status: 'active',
      base_cents: null,
      user_cents: null,
      account_cents: null,
    })
  })

  it('says how much GST comes on top of an Australian address, and none after a move', async () => {
    const moveTo = (country: string) =>
      kit.ask(cast.admin, updateBillingAddress, { body: addressOf({ country }) } as never)
    await moveTo('Australia')
    // 29 + 3 × 5 + 2 × 5 = 54, and a tenth of that.
    expect(await planOf()).toMatchObject({ price: 54, hasTax: true, tax: 5.4 })
    await moveTo('New Zealand')
    expect(await planOf()).toMatchObject({ price: 54, hasTax: false, tax: 0 })
  })

  it('says in a trial how many days remain', async () => {
    await buildSubscription(kit.db, cast.project.agencyId, {
      status: 'trialing',
      trial_ends_at: daysFromNow(3.2),
      period_end: daysFromNow(3.2),
    })
    expect(await planOf()).toMatchObject({ status: 'trialing', remainingdays: 4 })
  })

  it('says after a failed payment when the agency becomes read-only, and until when its schedules go out', async () => {
    await buildSubscription(kit.db, cast.project.agencyId, {
      status: 'past_due',
      past_due_since: daysFromNow(-1),
    })
    expect(await planOf()).toMatchObject({
      status: 'past_due',
      read_only_from: daysFromNow(13).toISOString(),
      publishing_until: daysFromNow(20).toISOString(),
    })
  })

  it('is there without a subscription, with its price', async () => {
    expect(await planOf()).toMatchObject({ status: 'none', price: 54, to_date: null, remainingdays: null })
  })
})

describe('The billing address', () => {
  const save = (body: object, person = cast.admin) => kit.ask(person, updateBillingAddress, { body } as never)

  it('is stored, read again and replaced', async () => {
    expect((await kit.ask(cast.admin, getBilling, { body: {} })).data).toEqual({ address: null, card: null })
    expect((await save(addressOf({ city: '  Melbourne ' }))).data).toEqual(addressOf())
    const logged = await kit.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('agency_id', '=', cast.project.agencyId)
      .execute()
    expect(logged).toEqual([{ action: 'billing.address_changed', actor_id: cast.admin.userId }])
    expect((await save(addressOf({ city: 'Geelong' }))).status).toBe(200)
    expect((await kit.ask(cast.admin, getBilling, { body: {} })).data.address).toEqual(
      addressOf({ city: 'Geelong' }),
    )
  })

  it('needs every field, each of 3 to 255 characters, and keeps what it was', async () => {
    await save(addressOf())
    const { status, errors } = await save(
      addressOf({ firstName: '', lastName: 'Li', city: 'x'.repeat(256), zip: undefined }),
    )
    expect([status, errors]).toEqual([
      422,
      {
        firstName: ['First name is required'],
        lastName: ['Last name must have between 3 and 255 characters'],
        city: ['City must have between 3 and 255 characters'],
        zip: ['Zip is required'],
      },
    ])
    expect((await kit.ask(cast.admin, getBilling, { body: {} })).data.address).toEqual(addressOf())
  })
})

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

it('Only admins see and change any of it', async () => {
  for (const person of [cast.creator, cast.internal, cast.external]) {
    expect((await kit.ask(person, getPlan, { body: {} })).status).toBe(403)
    expect((await kit.ask(person, getBilling, { body: {} })).status).toBe(403)
    expect((await kit.ask(person, updateBillingAddress, { body: addressOf() } as never)).status).toBe(403)
  }
  const body = { agency_id: cast.project.agencyId }
  expect((await kit.ask(cast.stranger, getPlan, { body })).status).toBe(404)
})

it('An installation without a gateway has no plan', async () => {
  const plain = await startTestApp({ routes: billingRoutes })
  const { admin } = await buildCast(plain.db)
  expect(await plain.ask(admin, getPlan, { body: {} })).toMatchObject({
    status: 422,
    code: 'cards_not_taken',
  })
  await plain.close()
})

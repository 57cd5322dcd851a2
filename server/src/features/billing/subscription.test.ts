import { describe, expect, it } from 'vitest'
import { getPlan } from '#domain/billing/contract.ts'
import { cardNumbers } from '#testing/billing/cards.ts'
import { useSubscriptions } from '#testing/openings/subscriptions.ts'
import {
  cancelAtPeriodEnd,
  payNow,
  replaceCard,
  resumeSubscription,
  saveBillingAddress,
} from './subscription/change-subscription.ts'
import { compareSubscriptions } from './subscription/compare-subscriptions.ts'
import { startSubscription } from './subscription/start-subscription.ts'
import { syncQuantities } from './subscription/sync-quantities.ts'
import { listInvoices } from './subscriptions.ts'

const { stage, started, addPerson } = useSubscriptions()

const invoicesOf = (agencyId: number) => listInvoices(stage.test.db, agencyId)
/** Everything that the gateway has said so far, and what it makes us read. */
const hear = async () => {
  for (const { payload } of await stage.messages()) await stage.send(payload)
  await stage.runSyncs()
}
const chargesOf = async (customer: string) =>
  (await stage.charges()).filter(({ account }) => account === customer)

describe('A subscription', () => {
  it('goes from its card through a trial, two charges, a declined one and its recovery', async () => {
    const { agencyId, customer } = await started()
    expect(await stage.row(agencyId)).toMatchObject({
      status: 'trialing',
      user_count: 1,
      account_count: 0,
      base_cents: 2900,
      user_cents: 500,
      account_cents: 500,
    })
    expect((await invoicesOf(agencyId)).map(({ total_cents }) => total_cents)).toEqual([0])

    await stage.advance(customer, 15)
    await hear()
    expect(await stage.row(agencyId)).toMatchObject({ status: 'active', past_due_since: null })
    expect((await invoicesOf(agencyId))[0]).toMatchObject({
      status: 'paid',
      total_cents: 3400,
      tax_cents: 0,
      currency: 'usd',
      lines: [
        { description: '1 × Galley', quantity: 1, amount_cents: 2900 },
        { description: '1 × Galley user', quantity: 1, amount_cents: 500 },
      ],
    })

    await replaceCard(stage.test.services, agencyId, await otherCard(customer, cardNumbers.chargesDeclined))
    await stage.advance(customer, 31)
    await hear()
    const behind = await stage.row(agencyId)
    const [open] = await invoicesOf(agencyId)
    expect(behind).toMatchObject({ status: 'past_due', past_due_since: expect.any(Date) })
    expect(open).toMatchObject({
      status: 'open',
      next_attempt_at: expect.any(Date),
      action_url: expect.stringMatching(/^http/),
    })

    await stage.advance(customer, 20)
    await hear()
    expect(await stage.row(agencyId)).toMatchObject({
      status: 'unpaid',
      past_due_since: behind.past_due_since,
    })

    await replaceCard(stage.test.services, agencyId, await otherCard(customer, cardNumbers.good))
    expect(await payNow(stage.test.services, agencyId, open?.id ?? 0)).toEqual({ kind: 'done' })
    expect(await stage.row(agencyId)).toMatchObject({ status: 'active', past_due_since: null })
    await stage.advance(customer, 31)
    await hear()
    const paid = (await invoicesOf(agencyId)).filter(
      ({ status, total_cents }) => status === 'paid' && total_cents > 0,
    )
    expect(paid).toHaveLength(3)
    expect((await chargesOf(customer)).map(({ amount }) => amount)).toEqual([3400, 3400, 3400])
  })

  it('learns of a person who came while it was being started, and while it learnt of another', async () => {
    const { agencyId } = await stage.agency()
    const { services } = stage.test
    await addPerson(agencyId, 'early')
    await syncQuantities(services)
    expect(await stage.start(agencyId)).toBe('done')
    expect(await stage.row(agencyId)).toMatchObject({ user_count: 1 })
    const held = stage.holdNextAnswer()
    const syncing = syncQuantities(services)
    await held.reached
    await addPerson(agencyId, 'late')
    held.release()
    await syncing
    expect(await stage.row(agencyId)).toMatchObject({ user_count: 2 })
    await syncQuantities(services)
    expect(await stage.row(agencyId)).toMatchObject({ user_count: 3 })
  })

  it('follows people and accounts, one call for many changes, with the rest of the month on the next invoice', async () => {
    const { agencyId, admin, customer } = await started()
    await stage.advance(customer, 15)
    await hear()
    const { db, services } = stage.test
    for (const name of ['a', 'b']) await addPerson(agencyId, name)
    stage.proxy.live({ at: 0, isPassedOn: false })
    await syncQuantities(services)
    stage.proxy.live()
    expect(await stage.row(agencyId)).toMatchObject({ user_count: 1 })
    await syncQuantities(services)
    expect(await stage.row(agencyId)).toMatchObject({ user_count: 3 })
    expect(await db.selectFrom('quantity_changes').select('id').execute()).toEqual([])
    stage.proxy.live()
    await syncQuantities(services)
    expect(stage.proxy.live()).toBe(0)
    const { data: plan } = await stage.test.ask(admin, getPlan, { body: {} })
    await stage.advance(customer, 31)
    await hear()
    const [invoice] = await invoicesOf(agencyId)
    // The page had said so before.
    expect(plan.next_charge).toEqual({
      total_cents: invoice?.total_cents,
      tax_cents: 0,
      lines: invoice?.lines,
    })
    expect(invoice?.lines.map(({ description }) => description)).toEqual([
      ...['1 × Galley', '3 × Galley user', 'Remaining time for 2 × Galley user'],
    ])
  })

  it('ends with its period when it was canceled, can be resumed before that, and begun again after it without a trial', async () => {
    const { agencyId, customer } = await started()
    const { services } = stage.test
    expect(await cancelAtPeriodEnd(services, agencyId)).toEqual({ kind: 'done' })
    expect(await stage.row(agencyId)).toMatchObject({ cancel_at_period_end: true })
    expect(await resumeSubscription(services, agencyId)).toEqual({ kind: 'done' })
    expect(await stage.row(agencyId)).toMatchObject({ cancel_at_period_end: false })
    await cancelAtPeriodEnd(services, agencyId)
    await stage.advance(customer, 15)
    await hear()
    expect(await stage.row(agencyId)).toMatchObject({ status: 'canceled', canceled_at: expect.any(Date) })
    expect(await chargesOf(customer)).toEqual([])
    const { clock } = stage.test
    clock.set(new Date(Date.now() + 15 * 86_400_000))
    expect(await startSubscription(services, agencyId)).toEqual({ kind: 'started' })
    clock.set(new Date())
    expect(await stage.row(agencyId)).toMatchObject({ status: 'active', canceled_at: null })
    expect(await chargesOf(customer)).toHaveLength(1)
  })

  it('of an Australian company has GST on top, also when the address comes later', async () => {
    const { agencyId, customer } = await started(cardNumbers.good, { country: 'AU' })
    await stage.advance(customer, 15)
    await hear()
    expect((await invoicesOf(agencyId))[0]).toMatchObject({ total_cents: 3740, tax_cents: 340 })
    const other = await started()
    const address = { first_name: 'Zoë', last_name: 'Moreau', address: '1 Pitt Street', city: 'Sydney' }
    await stage.test.db
      .insertInto('billing_addresses')
      .values({ ...address, agency_id: other.agencyId, state: 'NSW', country: 'Australia', zip: '2000' })
      .execute()
    expect(await saveBillingAddress(stage.test.services, other.agencyId)).toEqual({ kind: 'done' })
    await stage.advance(other.customer, 15)
    await hear()
    expect((await invoicesOf(other.agencyId))[0]).toMatchObject({ total_cents: 3740, tax_cents: 340 })
  })

  it('has at the gateway the address that was written before there was one', async () => {
    const { agencyId } = await stage.agency()
    const address = { first_name: 'Zoë', last_name: 'Moreau', address: '9 Early Street', city: 'Sydney' }
    await stage.test.db
      .insertInto('billing_addresses')
      .values({ ...address, agency_id: agencyId, state: 'NSW', country: 'Australia', zip: '2000' })
      .execute()
    expect(await stage.start(agencyId)).toBe('done')
    const updates = (await stage.messages()).filter(({ type }) => type === 'customer.updated')
    expect(updates.at(-1)?.payload).toContain('9 Early Street')
    expect(updates.at(-1)?.payload).toContain('"country":"AU"')
  })

  it('pays GST from the next invoice on after a move to Australia, and none after leaving', async () => {
    const { agencyId, customer } = await started()
    const moveTo = async (country: string) => {
      const address = { first_name: 'Zoë', last_name: 'Moreau', address: '1 Pitt Street', city: 'Sydney' }
      const values = { ...address, agency_id: agencyId, state: 'NSW', country, zip: '2000' }
      await stage.test.db
        .insertInto('billing_addresses')
        .values(values)
        .onConflict(clash => clash.column('agency_id').doUpdateSet(values))
        .execute()
      expect(await saveBillingAddress(stage.test.services, agencyId)).toEqual({ kind: 'done' })
    }
    const month = async (days: number) => {
      await stage.advance(customer, days)
      await hear()
    }
    await month(15)
    await moveTo('Australia')
    await month(31)
    await moveTo('Germany')
    await month(31)
    // 29 + 1 × 5 = 34, and a tenth of that.
    expect(
      (await invoicesOf(agencyId))
        .filter(({ total_cents }) => total_cents > 0)
        .map(({ total_cents, tax_cents }) => [total_cents, tax_cents]),
    ).toEqual([
      [3400, 0],
      [3740, 340],
      [3400, 0],
    ])
  })

  it('of an Australian company keeps its GST with an address elsewhere, and a missed one is repaired at night', async () => {
    const { agencyId, customer } = await started()
    const company = { country: 'AU' as const }
    await stage.test.db.updateTable('payment_cards').set(company).where('agency_id', '=', agencyId).execute()
    await compareSubscriptions(stage.test.services)
    await stage.advance(customer, 15)
    await hear()
    expect((await invoicesOf(agencyId))[0]).toMatchObject({ total_cents: 3740, tax_cents: 340 })
    const address = { first_name: 'Zoë', last_name: 'Moreau', address: '1 Queen Street', city: 'Auckland' }
    await stage.test.db
      .insertInto('billing_addresses')
      .values({ ...address, agency_id: agencyId, state: 'Auckland', country: 'New Zealand', zip: '1010' })
      .execute()
    expect(await saveBillingAddress(stage.test.services, agencyId)).toEqual({ kind: 'done' })
    await stage.advance(customer, 31)
    await hear()
    expect(await invoicesOf(agencyId)).toHaveLength(3)
    expect((await invoicesOf(agencyId))[0]).toMatchObject({ total_cents: 3740, tax_cents: 340 })
  })

  it('whose bank asks for every charge is paid where the invoice says', async () => {
    const { agencyId, customer } = await started()
    await replaceCard(stage.test.services, agencyId, await otherCard(customer, cardNumbers.chargesConfirmed))
    await stage.advance(customer, 15)
    await hear()
    const [invoice] = await invoicesOf(agencyId)
    const requested = await payNow(stage.test.services, agencyId, invoice?.id ?? 0)
    expect(requested).toMatchObject({ kind: 'needs_confirmation', url: invoice?.action_url })
    expect(await chargesOf(customer)).toEqual([])
    await stage.form(`invoices/${invoice?.gateway_invoice_id}`, { answer: 'yes' })
    await hear()
    expect(await stage.row(agencyId)).toMatchObject({ status: 'active' })
    expect(await chargesOf(customer)).toHaveLength(1)
    expect(await payNow(stage.test.services, agencyId, invoice?.id ?? 0)).toEqual({ kind: 'done' })
    expect(await chargesOf(customer)).toHaveLength(1)
  })
})

/** A card that the gateway's customer has besides the first. */
const otherCard = async (customer: string, number: string): Promise<string> => {
  const call = async (path: string, fields: Record<string, string>) => {
    const headers = {
      authorization: 'Bearer sk_test_gA11eySandb0xCardGateway',
      'stripe-version': '2026-10-28.endive',
    }
    const init = { method: 'POST', headers, body: new URLSearchParams(fields) }
    const answer = await fetch(`${stage.proxy.url}/cards/v1/${path}`, init)
    return (await answer.json()) as { id: string; status?: string }
  }
  const { id } = await call('payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[cvc]': '917',
    'card[exp_month]': '12',
    'card[exp_year]': String(new Date().getUTCFullYear() + 3),
  })
  const setup = await call('setup_intents', { customer, payment_method: id, confirm: 'true' })
  if (setup.status === 'requires_action') await stage.form(`confirm/${setup.id}`, { answer: 'yes' })
  return `${customer}/${id}`
}

it('A gateway that is down leaves the row and charges nothing, and the job begins the subscription later', async () => {
  const { agencyId } = await stage.agency()
  const before = (await stage.subscriptions()).length
  stage.proxy.live({ at: 0, isPassedOn: false })
  expect(await stage.start(agencyId)).toBe('retry')
  expect(await cancelAtPeriodEnd(stage.test.services, agencyId)).toEqual({ kind: 'none' })
  stage.proxy.live()
  expect(await stage.row(agencyId)).toMatchObject({ status: 'trialing', gateway_subscription_id: null })
  expect(await stage.subscriptions()).toHaveLength(before)
  expect(await stage.start(agencyId)).toBe('done')
  expect(await stage.subscriptions()).toHaveLength(before + 1)
})

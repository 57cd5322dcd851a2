import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelSubscription, continueSubscription, getPlan, updateCard } from '#domain/billing/contract.ts'
import { toSubscription } from '#server/platform/cards/stripe-states.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { cardNumbers, cardOf } from '#testing/billing/cards.ts'
import { buildInvoice } from '#testing/billing/subscriptions.ts'
import { compareSubscriptions } from './subscription/compare-subscriptions.ts'
import { openSubscription, startAtGateway, startSubscription } from './subscription/start-subscription.ts'
import { syncSubscription } from './subscription/sync-subscription.ts'

let stage: TestBilling
beforeAll(async () => {
  stage = await startBilling()
})
afterAll(() => stage.close())

const headers = {
  authorization: 'Bearer sk_test_gA11eySandb0xCardGateway',
  'stripe-version': '2026-10-28.endive',
}
const atGateway = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${stage.proxy.url}/cards/v1/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })
const cardTokenOf = async (agencyId: number) =>
  (
    await stage.test.db
      .selectFrom('payment_cards')
      .select('gateway_token')
      .where('agency_id', '=', agencyId)
      .executeTakeFirstOrThrow()
  ).gateway_token
/** The gateway does not know the card any more, so it refuses to begin anything with it. */
const loseCard = async (agencyId: number) => {
  const [, card] = (await cardTokenOf(agencyId)).split('/')
  expect((await atGateway(`payment_methods/${card}/detach`)).status).toBe(200)
}
const trialOver = (agencyId: number) =>
  stage.test.db
    .updateTable('payment_cards')
    .set({ trial_started_at: new Date(Date.now() - 90 * 86_400_000) })
    .where('agency_id', '=', agencyId)
    .execute()
const subscriptionsOf = async (customer: string) =>
  (await stage.subscriptions()).filter(({ account }) => account === customer)

it('An agency whose card had its trial and refuses the first charge is read-only, not without limits', async () => {
  const { agencyId, admin } = await stage.agency(cardNumbers.chargesDeclined)
  await stage.test.db.deleteFrom('subscriptions').where('agency_id', '=', agencyId).execute()
  await trialOver(agencyId)
  await stage.test.db.transaction().execute(tx => openSubscription(tx, stage.test.services, agencyId))
  expect(await stage.start(agencyId)).toBe('done')
  const { data } = await stage.test.ask(admin, getPlan, { body: {} })
  expect(data).toMatchObject({ status: 'canceled', is_ended: true })
  expect(Date.parse(data.read_only_from ?? '')).toBeLessThan(Date.now())
})

describe('A click on “Start subscription” that the gateway refuses', () => {
  it('leaves an agency that had no subscription without one: nothing is limited, and no night charges it', async () => {
    const { agencyId, admin } = await stage.agency()
    await stage.test.db.deleteFrom('subscriptions').where('agency_id', '=', agencyId).execute()
    await trialOver(agencyId)
    const [customer = ''] = (await cardTokenOf(agencyId)).split('/')
    await loseCard(agencyId)
    const start = () => stage.test.ask(admin, continueSubscription, { params: { agencyId } })
    expect((await start()).code).toBe('card_refused')
    expect((await stage.test.ask(admin, getPlan, { body: {} })).data).toMatchObject({
      status: 'none',
      read_only_from: null,
    })
    const body = cardOf(cardNumbers.other, { expiryYear: new Date().getUTCFullYear() + 3 })
    expect((await stage.test.ask(admin, updateCard, { body } as never)).status).toBe(200)
    // The job of the click, and the night.
    expect(await stage.start(agencyId)).toBe('done')
    await compareSubscriptions(stage.test.services)
    expect(await subscriptionsOf(customer)).toEqual([])
    expect((await start()).status).toBe(200)
    expect(await subscriptionsOf(customer)).toHaveLength(1)
  })

  it('leaves an ended one ended on the day it ended, and no night begins it', async () => {
    const { agencyId, admin } = await stage.agency()
    await stage.start(agencyId)
    const { gateway_customer_id: customer } = await stage.row(agencyId)
    const call = { params: { agencyId } }
    await stage.test.ask(admin, cancelSubscription, call)
    await stage.advance(customer, 15)
    await syncSubscription(stage.test.services, agencyId)
    await trialOver(agencyId)
    const long = new Date(Date.now() - 60 * 86_400_000)
    await stage.test.db
      .updateTable('subscriptions')
      .set({ period_start: long, period_end: long })
      .where('agency_id', '=', agencyId)
      .execute()
    await loseCard(agencyId)
    // The reading before the start brings the gateway's period back; only the clocks of the two differ.
    const before = await stage.row(agencyId)
    await stage.test.db
      .updateTable('subscriptions')
      .set({ gateway_subscription_id: null })
      .where('agency_id', '=', agencyId)
      .execute()
    expect((await stage.test.ask(admin, continueSubscription, call)).code).toBe('card_refused')
    expect(await stage.row(agencyId)).toMatchObject({ status: 'canceled', period_end: before.period_end })
    expect(await stage.start(agencyId)).toBe('done')
    await compareSubscriptions(stage.test.services)
    expect((await subscriptionsOf(customer)).map(({ status }) => status)).toEqual(['canceled'])
  })
})

it('A subscription that an earlier key began after all is taken up, and no second one made', async () => {
  const { agencyId } = await stage.agency()
  const { gateway_customer_id: customer } = await stage.row(agencyId)
  expect(await startAtGateway(stage.test.services, agencyId)).toEqual({ kind: 'started' })
  // The answer came too late for the process that made the call, and another has taken a new key in the meantime.
  await stage.test.db
    .updateTable('subscriptions')
    .set({ gateway_subscription_id: null, start_key: crypto.randomUUID() })
    .where('agency_id', '=', agencyId)
    .execute()
  expect(await startAtGateway(stage.test.services, agencyId)).toEqual({ kind: 'started' })
  expect((await subscriptionsOf(customer)).map(({ id }) => id)).toEqual([
    (await stage.row(agencyId)).gateway_subscription_id,
  ])
})

it('A subscription that runs is not begun again', async () => {
  const { agencyId } = await stage.agency()
  await stage.start(agencyId)
  const running = await stage.row(agencyId)
  const { db, services } = stage.test
  await db.transaction().execute(tx => openSubscription(tx, services, agencyId))
  expect(await stage.row(agencyId)).toEqual(running)
})

it('A key that the gateway has for something else is replaced, and the subscription begins at the next try', async () => {
  const { agencyId } = await stage.agency()
  const { start_key, gateway_customer_id: customer } = await stage.row(agencyId)
  const used = await fetch(`${stage.proxy.url}/cards/v1/subscriptions`, {
    method: 'POST',
    body: new URLSearchParams({ customer: 'cus_other' }),
    headers: { ...headers, 'idempotency-key': `subscription-${start_key}` },
  })
  expect(used.ok).toBe(false)
  expect((await startAtGateway(stage.test.services, agencyId)).kind).toBe('unavailable')
  expect((await stage.row(agencyId)).start_key).not.toBe(start_key)
  expect(await startAtGateway(stage.test.services, agencyId)).toEqual({ kind: 'started' })
  expect(await subscriptionsOf(customer)).toHaveLength(1)
})

it('A refusal that comes late does not touch what was begun after it', async () => {
  const { agencyId } = await stage.agency()
  await loseCard(agencyId)
  const held = stage.holdNextAnswer()
  const late = startAtGateway(stage.test.services, agencyId)
  await held.reached
  const later = { status: 'active' as const, start_key: crypto.randomUUID() }
  await stage.test.db.updateTable('subscriptions').set(later).where('agency_id', '=', agencyId).execute()
  held.release()
  expect((await late).kind).toBe('refused')
  expect(await stage.row(agencyId)).toMatchObject(later)
})

describe('A subscription that ended unpaid', () => {
  /** Its charges are declined from the end of the trial on, and it ends with that month. */
  const endUnpaid = async () => {
    const { agencyId, admin } = await stage.agency(cardNumbers.chargesDeclined)
    await stage.start(agencyId)
    const { gateway_customer_id: customer } = await stage.row(agencyId)
    await stage.advance(customer, 15)
    await syncSubscription(stage.test.services, agencyId)
    const failed = await stage.row(agencyId)
    expect(failed).toMatchObject({ status: 'past_due', past_due_since: expect.any(Date) })
    await stage.test.ask(admin, cancelSubscription, { params: { agencyId } })
    await stage.advance(customer, 31)
    await syncSubscription(stage.test.services, agencyId)
    return { agencyId, admin, customer, failed }
  }

  it('has no month for nothing: it is read-only 14 days after the payment that is missing', async () => {
    const { agencyId, admin, failed } = await endUnpaid()
    const since = failed.past_due_since?.getTime() ?? 0
    expect(await stage.row(agencyId)).toMatchObject({
      status: 'canceled',
      past_due_since: failed.past_due_since,
    })
    const planAfter = async (days: number) => {
      // The gateway's clock is ahead of Galley's, and counts.
      const ahead = (await stage.row(agencyId)).clock_ahead_hours * 3_600_000
      stage.test.clock.set(new Date(since + days * 86_400_000 - ahead))
      return (await stage.test.ask(admin, getPlan, { body: {} })).data
    }
    expect(await planAfter(13)).toMatchObject({ status: 'past_due', is_ended: true })
    expect(await planAfter(14.1)).toMatchObject({ status: 'canceled', is_ended: true })
    stage.test.clock.set(new Date())
  })

  it('does not make an agency pay twice for days that a later one has paid', async () => {
    const { agencyId } = await stage.agency()
    await trialOver(agencyId)
    const paidUntil = new Date(Date.now() + 10 * 86_400_000)
    await stage.test.db
      .updateTable('subscriptions')
      .set({ status: 'canceled', period_end: paidUntil, past_due_since: null })
      .where('agency_id', '=', agencyId)
      .execute()
    // Of the subscription before the last one.
    await buildInvoice(stage.test.db, agencyId, { status: 'uncollectible', paid_at: null })
    expect(await startSubscription(stage.test.services, agencyId)).toEqual({ kind: 'started' })
    const row = await stage.row(agencyId)
    expect(row.status).toBe('trialing')
    expect(Math.abs(+row.trial_ends_at - +paidUntil)).toBeLessThan(1000)
    expect((await stage.charges()).filter(({ account }) => account === row.gateway_customer_id)).toEqual([])
  })

  it('does not count against the next one, which has its own 14 days', async () => {
    const { agencyId, customer, failed } = await endUnpaid()
    stage.test.clock.set(new Date(Date.now() + 60 * 86_400_000))
    await stage.acceptCharges(customer)
    expect(await startSubscription(stage.test.services, agencyId)).toEqual({ kind: 'started' })
    expect(await stage.row(agencyId)).toMatchObject({ status: 'active', past_due_since: null })
    await stage.form(`customers/${customer}/decline`, {})
    await stage.advance(customer, 32)
    await syncSubscription(stage.test.services, agencyId)
    const again = await stage.row(agencyId)
    expect(again.status).toBe('past_due')
    const days = (+(again.past_due_since ?? 0) - +(failed.past_due_since ?? 0)) / 86_400_000
    expect(days).toBeGreaterThan(50)
    stage.test.clock.set(new Date())
  })
})

it('A subscription whose first payment never came was never paid for', () => {
  const period = { current_period_start: 1_800_000_000, current_period_end: 1_802_592_000 }
  const found = { id: 'sub_1', items: { data: [{ ...period, price: { metadata: {} } }] }, canceled_at: 1 }
  const read = (status: string) => toSubscription({ ...found, status } as never)
  expect(read('incomplete_expired')).toMatchObject({
    status: 'canceled',
    periodEnd: new Date(period.current_period_start * 1000),
  })
  expect(read('canceled').periodEnd).toEqual(new Date(period.current_period_end * 1000))
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cancelSubscription,
  confirmReplacedCard,
  continueSubscription,
  getPlan,
  listAgencyInvoices,
  updateBillingAddress,
  updateCard,
} from '#domain/billing/contract.ts'
import { checkBilling } from '#server/doctor-billing.ts'
import type { TestPerson } from '#testing/app.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { cardNumbers, cardOf } from '#testing/billing/cards.ts'
import { addressOf, buildInvoice } from '#testing/billing/subscriptions.ts'
import { readMails } from '#testing/mails.ts'
import { compareSubscriptions } from './compare-subscriptions.ts'
import { syncQuantities } from './sync-quantities.ts'
import { syncSubscription } from './sync-subscription.ts'

let stage: TestBilling
beforeAll(async () => {
  stage = await startBilling()
})
afterAll(() => stage.close())

let admin: TestPerson
let agencyId: number
let customer: string
beforeEach(async () => {
  await stage.test.db.deleteFrom('subscriptions').execute()
  ;({ admin, agencyId } = await stage.agency())
  await stage.start(agencyId)
  ;({ gateway_customer_id: customer } = await stage.row(agencyId))
})

/** As if the gateway had first missed it so many days ago. */
const missedFor = (days: number) =>
  stage.test.db
    .updateTable('subscriptions')
    .set({ gone_at: new Date(stage.test.services.clock.now().getTime() - days * 86_400_000) })
    .where('agency_id', '=', agencyId)
    .execute()
/** As if the gateway had it under another id, or no longer. */
const renameOf = (agency: number, to: string | null) =>
  stage.test.db
    .updateTable('subscriptions')
    .set({ gateway_subscription_id: to })
    .where('agency_id', '=', agency)
    .execute()
const rename = (to: string | null) => renameOf(agencyId, to)
const ask: TestBilling['test']['ask'] = (...call) => stage.test.ask(...call)
const deleteSubscription = async () => {
  const { gateway_subscription_id: id } = await stage.row(agencyId)
  expect((await stage.form(`subscriptions/${id}/delete`, {})).status).toBe(303)
}
const mails = async () => {
  const person = stage.test.db.selectFrom('users').select('email').where('id', '=', admin.userId)
  const sent = await readMails(stage.test, (await person.executeTakeFirstOrThrow()).email)
  return sent.filter(({ kind }) => kind === 'subscription-gone')
}
const drifts = async () => {
  const found = stage.test.db.selectFrom('subscription_drifts').select('differences')
  return (await found.where('agency_id', '=', agencyId).execute()).map(({ differences }) => differences)
}
const plan = async () => (await ask(admin, getPlan, { body: {} })).data
const goOn = () => ask(admin, continueSubscription, { params: { agencyId } })
const atGateway = async (account: string) =>
  (await stage.subscriptions()).filter(one => one.account === account).map(({ status }) => status)
const charged = async (account: string) =>
  (await stage.charges()).filter(one => one.account === account).map(({ amount }) => amount)
const doctor = async () => (await checkBilling(stage.test.services.config, stage.test.url))[0]?.text

describe('A subscription that the gateway no longer knows', () => {
  it('stays as it was for three days, of which only the operator hears, and once', async () => {
    await deleteSubscription()
    await compareSubscriptions(stage.test.services)
    await missedFor(2.9)
    await compareSubscriptions(stage.test.services)
    expect(await stage.row(agencyId)).toMatchObject({ status: 'trialing', canceled_at: null })
    expect(await drifts()).toEqual([])
    expect(await doctor()).toBe('the gateway no longer knows 1 subscriptions that should be running')
    expect(await mails()).toEqual([])
    expect(await plan()).toMatchObject({ is_ended: false, status: 'trialing' })
  })

  it('cannot be changed in these days, and can once the gateway knows it again', async () => {
    const { gateway_subscription_id: id } = await stage.row(agencyId)
    await rename('sub_of_another_account')
    const cancel = () => ask(admin, cancelSubscription, { params: { agencyId } })
    for (let time = 0; time < 2; time++)
      expect(await cancel()).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
    await stage.test.db.insertInto('quantity_changes').values({ agency_id: agencyId }).execute()
    await stage.test.db.updateTable('subscriptions').set({ account_count: 9 }).execute()
    await syncQuantities(stage.test.services)
    expect(await stage.test.db.selectFrom('quantity_changes').select('id').execute()).toHaveLength(1)
    await rename(id)
    expect((await cancel()).status).toBe(200)
    expect(await stage.row(agencyId)).toMatchObject({ gone_at: null, cancel_at_period_end: true })
  })

  it('has not ended while the gateway knows none of several: its key is of another account', async () => {
    const other = await stage.agency()
    await stage.start(other.agencyId)
    await rename('sub_of_another_account')
    await renameOf(other.agencyId, 'sub_of_another_account_too')
    await compareSubscriptions(stage.test.services)
    await missedFor(3)
    await compareSubscriptions(stage.test.services)
    expect(await goOn()).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
    expect(await stage.row(agencyId)).toMatchObject({ status: 'trialing' })
    expect(await mails()).toEqual([])
  })

  it('has ended after that, of which the admins hear once by mail', async () => {
    await deleteSubscription()
    await compareSubscriptions(stage.test.services)
    await missedFor(3)
    await compareSubscriptions(stage.test.services)
    await compareSubscriptions(stage.test.services)
    expect(await stage.row(agencyId)).toMatchObject({ status: 'canceled', gone_at: expect.any(Date) })
    expect(await drifts()).toEqual([])
    expect(await doctor()).toBe('the gateway no longer knows 1 subscriptions that have ended')
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('The subscription of Bluebird has ended')
    expect(mail?.link?.pathname).toBe('/billing')
    // The days that were free are still there.
    expect(await plan()).toMatchObject({ is_ended: true, status: 'active', next_charge: null })
  })

  it('is followed by another at a click, and the operator reads no more of it', async () => {
    await deleteSubscription()
    await syncSubscription(stage.test.services, agencyId)
    expect((await goOn()).status).toBe(200)
    expect(await stage.row(agencyId)).toMatchObject({ status: 'trialing', gone_at: null })
    expect(await atGateway(customer)).toEqual(['trialing'])
    expect(await doctor()).not.toMatch(/no longer knows/)
  })

  it('costs no second charge for a month that is paid', async () => {
    await stage.advance(customer, 15)
    await syncSubscription(stage.test.services, agencyId)
    expect(await charged(customer)).toEqual([3400])
    await deleteSubscription()
    expect((await goOn()).status).toBe(200)
    expect(await charged(customer)).toEqual([3400])
    expect(await atGateway(customer)).toEqual(['trialing'])
  })

  it('leaves no invoice that is to be paid, and is charged for when it begins again', async () => {
    await stage.form(`customers/${customer}/decline`, {})
    await stage.advance(customer, 15)
    await syncSubscription(stage.test.services, agencyId)
    await deleteSubscription()
    await missedFor(3)
    await syncSubscription(stage.test.services, agencyId)
    const invoices = async () =>
      (await ask(admin, listAgencyInvoices, { params: { agencyId } })).data.map(({ status }) => status)
    expect(await invoices()).not.toContain('open')
    expect(await plan()).toMatchObject({ status: 'past_due', is_ended: true })
    await stage.acceptCharges(customer)
    expect((await goOn()).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'active', is_ended: false })
    expect(await charged(customer)).toEqual([3400])
  })

  it('is as it was once the gateway knows it again', async () => {
    const { gateway_subscription_id: id } = await stage.row(agencyId)
    await rename('sub_of_another_account')
    await missedFor(3)
    await syncSubscription(stage.test.services, agencyId)
    expect(await stage.row(agencyId)).toMatchObject({ status: 'canceled' })
    await rename(id)
    await compareSubscriptions(stage.test.services)
    expect(await stage.row(agencyId)).toMatchObject({ status: 'trialing', gone_at: null, canceled_at: null })
  })

  it('that had ended before is announced to nobody, and leaves nothing to pay', async () => {
    await buildInvoice(stage.test.db, agencyId, { status: 'open', paid_at: null })
    await stage.test.db
      .updateTable('subscriptions')
      .set({ status: 'canceled' })
      .where('agency_id', '=', agencyId)
      .execute()
    await deleteSubscription()
    await compareSubscriptions(stage.test.services)
    expect(await mails()).toEqual([])
    const { data } = await ask(admin, listAgencyInvoices, { params: { agencyId } })
    expect(data.map(({ status }) => status)).not.toContain('open')
  })
})

describe('A customer that the gateway no longer knows', () => {
  beforeEach(async () => {
    expect((await stage.form(`customers/${customer}/delete`, {})).status).toBe(303)
  })

  it('becomes another one with the next card, for which the subscription begins again', async () => {
    const refused = await goOn()
    expect([refused.status, refused.code]).toEqual([422, 'card_refused'])
    expect(refused.message).toMatch(/add it again/)
    const replaced = await ask(admin, updateCard, { body: cardOf(cardNumbers.other) } as never)
    expect(replaced).toMatchObject({ status: 200, data: { last_four: '4444' } })
    expect((await goOn()).status).toBe(200)
    const row = await stage.row(agencyId)
    expect(row.gateway_customer_id).not.toBe(customer)
    expect(await atGateway(row.gateway_customer_id)).toEqual([row.status])
  })

  it('does not stand in the way of a card before anybody has noticed, nor of an address', async () => {
    const replaced = await ask(admin, updateCard, { body: cardOf(cardNumbers.other) } as never)
    expect(replaced.status).toBe(200)
    expect(await stage.row(agencyId)).toMatchObject({ status: 'canceled', gone_at: expect.any(Date) })
    expect((await ask(admin, updateBillingAddress, { body: addressOf() } as never)).status).toBe(200)
    expect((await goOn()).status).toBe(200)
  })

  it('becomes another one with a card that its bank wants confirmed, which is no other agency’s', async () => {
    const { data } = await ask(admin, updateCard, { body: cardOf(cardNumbers.asksBack) } as never)
    const setup = (data as { confirm_url: string }).confirm_url.split('/').at(-1) ?? ''
    await stage.form(`confirm/${setup}`, { answer: 'yes' })
    const confirmed = await ask(admin, confirmReplacedCard, { body: { setup_intent: setup } })
    expect(confirmed).toMatchObject({ status: 200, data: { last_four: '3155' } })
    expect((await goOn()).status).toBe(200)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cancelSubscription,
  confirmReplacedCard,
  continueSubscription,
  getBilling,
  getInvoicePage,
  getPlan,
  listAgencyInvoices,
  payInvoice,
  updateBillingAddress,
  updateCard,
} from '#domain/billing/contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { cardNumbers, cardOf } from '#testing/billing/cards.ts'
import { addressOf } from '#testing/billing/subscriptions.ts'
import { buildCast } from '#testing/people.ts'
import { findCard, trialStartOf } from './payment-cards.ts'
import { syncSubscription } from './subscription/sync-subscription.ts'

let stage: TestBilling
beforeAll(async () => {
  stage = await startBilling()
})
afterAll(() => stage.close())

let admin: TestPerson
let agencyId: number
beforeEach(async () => {
  stage.proxy.live()
  stage.test.clock.set(new Date())
  ;({ admin, agencyId } = await stage.agency())
  await stage.start(agencyId)
})

const ask: TestBilling['test']['ask'] = (...call) => stage.test.ask(...call)
const params = () => ({ params: { agencyId } })
const plan = async () => (await ask(admin, getPlan, { body: {} })).data
const cardNow = async () => (await ask(admin, getBilling, { body: {} })).data.card
const replace = (number: string, more = {}) =>
  ask(admin, updateCard, {
    body: cardOf(number, { expiryYear: new Date().getUTCFullYear() + 3, ...more }),
  } as never)
const gatewayDown = () => stage.proxy.live({ at: 0, isPassedOn: false })
const chargesOf = async (customer: string) =>
  (await stage.charges()).filter(({ account }) => account === customer).map(({ amount }) => amount)
/** As if the first card had been added so many days ago: no trial is left. */
const trialBefore = (agency: number, days: number) =>
  stage.test.db
    .updateTable('payment_cards')
    .set({ trial_started_at: new Date(Date.now() - days * 86_400_000) })
    .where('agency_id', '=', agency)
    .execute()
/** The trial is over, and with it a subscription that was cancelled. */
const letEnd = async ({ isHeard = true } = {}) => {
  const { gateway_customer_id: customer } = await stage.row(agencyId)
  await stage.advance(customer, 15)
  await trialBefore(agencyId, 15)
  stage.test.clock.set(new Date(Date.now() + 15 * 86_400_000))
  if (isHeard) await syncSubscription(stage.test.services, agencyId)
  return { customer }
}
const actions = async () =>
  (
    await stage.test.db
      .selectFrom('audit_log')
      .select('action')
      .where('agency_id', '=', agencyId)
      .orderBy('id')
      .execute()
  )
    .map(({ action }) => action)
    .filter(action => action.startsWith('billing.'))

describe('A subscription', () => {
  it('is cancelled for the end of its period, and continued before that', async () => {
    expect((await ask(admin, cancelSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'trialing', cancel_at_period_end: true })
    expect((await ask(admin, continueSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'trialing', cancel_at_period_end: false })
    expect(await actions()).toEqual(['billing.subscription_cancelled', 'billing.subscription_continued'])
  })

  it('stays as it is while the gateway is down, and people are told', async () => {
    gatewayDown()
    const { status, code, message } = await ask(admin, cancelSubscription, params())
    expect([status, code]).toEqual([503, 'card_gateway_unavailable'])
    // It may have been done: nobody is told that it was not.
    expect(message).toMatch(/is not responding .* nothing is done or charged twice/)
    stage.proxy.live()
    expect(await plan()).toMatchObject({ cancel_at_period_end: false })
    expect(await actions()).toEqual([])
  })

  it('that has ended begins again at a click, is charged for one month, and once', async () => {
    await ask(admin, cancelSubscription, params())
    const { customer } = await letEnd()
    expect(await plan()).toMatchObject({ status: 'canceled' })
    expect((await ask(admin, cancelSubscription, params())).code).toBe('no_subscription')
    const answers = await Promise.all([1, 2, 3].map(() => ask(admin, continueSubscription, params())))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await plan()).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(await chargesOf(customer)).toEqual([3400])
    expect(await actions()).toContain('billing.subscription_started')
  })

  it('whose first charge loses its answer is charged once', async () => {
    expect((await replace(cardNumbers.chargesLost)).status).toBe(200)
    await ask(admin, cancelSubscription, params())
    const { customer } = await letEnd()
    expect((await ask(admin, continueSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'active' })
    expect(await chargesOf(customer)).toEqual([3400])
  })

  it('that ended before its message came begins again, and not only here', async () => {
    await ask(admin, cancelSubscription, params())
    const { customer } = await letEnd({ isHeard: false })
    expect((await ask(admin, continueSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'active' })
    expect(await chargesOf(customer)).toEqual([3400])
  })

  it('that has ended lets its card and its address be changed', async () => {
    await ask(admin, cancelSubscription, params())
    await letEnd()
    expect((await replace(cardNumbers.other)).status).toBe(200)
    const saved = await ask(admin, updateBillingAddress, { body: addressOf() } as never)
    expect(saved.status).toBe(200)
    expect((await ask(admin, continueSubscription, params())).status).toBe(200)
  })

  it('stays ended while the gateway is down, and nothing is charged', async () => {
    await ask(admin, cancelSubscription, params())
    const { customer } = await letEnd()
    gatewayDown()
    const { status, code } = await ask(admin, continueSubscription, params())
    expect([status, code]).toEqual([503, 'card_gateway_unavailable'])
    stage.proxy.live()
    expect(await plan()).toMatchObject({ status: 'canceled' })
    expect(await chargesOf(customer)).toEqual([])
  })

  it('begins for an agency whose card is older than subscriptions, which nothing limited before', async () => {
    const older = await stage.agency()
    await stage.test.db.deleteFrom('subscriptions').where('agency_id', '=', older.agencyId).execute()
    const planOf = async () => (await ask(older.admin, getPlan, { body: {} })).data
    expect(await planOf()).toMatchObject({ status: 'none', read_only_from: null })
    await trialBefore(older.agencyId, 90)
    const begin = () => ask(older.admin, continueSubscription, { params: { agencyId: older.agencyId } })
    for (const _click of [1, 2]) expect((await begin()).status).toBe(200)
    expect(await planOf()).toMatchObject({ status: 'active' })
    const { gateway_customer_id: customer } = await stage.row(older.agencyId)
    expect(await chargesOf(customer)).toEqual([3400])
  })

  it('does not begin without a card', async () => {
    const { admin: other, project } = await buildCast(stage.test.db)
    const answer = await ask(other, continueSubscription, { params: { agencyId: project.agencyId } })
    expect([answer.status, answer.code]).toEqual([409, 'card_required'])
  })

  it('that does not exist cannot be cancelled', async () => {
    const { admin: other, project } = await buildCast(stage.test.db)
    const answer = await ask(other, cancelSubscription, { params: { agencyId: project.agencyId } })
    expect([answer.status, answer.code]).toEqual([409, 'no_subscription'])
  })
})

describe('Another card', () => {
  it('takes the place of the first at the gateway and here, and is recorded', async () => {
    const { status, data } = await replace(cardNumbers.other)
    expect([status, data]).toMatchObject([200, { last_four: '4444', brand: 'Mastercard' }])
    expect(await cardNow()).toMatchObject({ last_four: '4444' })
    expect(await actions()).toEqual(['billing.card_replaced'])
  })

  it('moves the end of the trial neither forward, if it is new, nor back, if it had one before', async () => {
    const { db } = stage.test
    const longAgo = new Date('2020-01-01T00:00:00Z')
    const trialStart = async () =>
      trialStartOf((await findCard(db, { userId: 0, agencyId })) ?? expect.unreachable())
    await replace('4000056655665572')
    const begun = await trialStart()
    await db
      .updateTable('card_trials')
      .set({ started_at: longAgo })
      .where(
        'fingerprint',
        'in',
        db.selectFrom('payment_cards').select('fingerprint').where('agency_id', '=', agencyId),
      )
      .execute()
    await replace('4000056655665598')
    await replace('4000056655665572')
    expect(await trialStart()).toEqual(begun)

    await db
      .updateTable('payment_cards')
      .set({ card_trial_started_at: longAgo })
      .where('agency_id', '=', agencyId)
      .execute()
    await replace('4000056655665606')
    expect(await trialStart()).toEqual(longAgo)
  })

  it.each([
    [cardNumbers.declined, 'Your card was declined.'],
    [cardNumbers.misspelt, 'Your card number is incorrect.'],
  ])('%s is refused in the gateway’s words, and the first stays', async (number, words) => {
    const { status, code, message } = await replace(number)
    expect([status, code, message]).toEqual([422, 'card_refused', words])
    expect(await cardNow()).toMatchObject({ last_four: '4242' })
  })

  it('is refused for what the form would refuse', async () => {
    const { status, errors } = await replace('42x2', { cvc: '1', cardName: '' })
    expect([status, errors]).toEqual([
      422,
      {
        cardName: ['Incorrect fields. Try again.'],
        cardNumber: ['Must be only digits'],
        cvc: ['Invalid CVC'],
      },
    ])
  })

  it('can be tried ten times an hour, so that nobody tests stolen ones', async () => {
    const codes = []
    for (let times = 0; times < 11; times++) codes.push((await replace(cardNumbers.declined)).code)
    expect(codes.slice(0, 9)).toEqual(Array(9).fill('card_refused'))
    expect(codes.at(-1)).toBe('too_many_requests')
    expect((await replace(cardNumbers.other)).code).toBe('too_many_requests')
  })

  it('changes nothing while the gateway is down, and the same form works afterwards', async () => {
    gatewayDown()
    expect(await replace(cardNumbers.other)).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
    stage.proxy.live()
    expect(await cardNow()).toMatchObject({ last_four: '4242' })
    expect((await replace(cardNumbers.other)).status).toBe(200)
  })
})

describe('Another card whose bank asks its owner', () => {
  /** @returns the id of the confirmation, after the owner has answered on the bank's page */
  const goToBank = async (answer: 'yes' | 'no') => {
    const { status, data } = await replace(cardNumbers.asksBack, { country: 'AU' })
    expect([status, (await cardNow())?.last_four]).toEqual([200, '4242'])
    const setup = (data as { confirm_url: string }).confirm_url.split('/').at(-1) ?? ''
    const back = new URL((await stage.form(`confirm/${setup}`, { answer })).headers.get('location') ?? '')
    expect([back.pathname, back.searchParams.get('setup_intent')]).toEqual(['/billing', setup])
    return setup
  }
  const confirm = (setup_intent: string, who = admin, more = {}) =>
    ask(who, confirmReplacedCard, { body: { setup_intent, ...more } })

  it('takes the place of the first once it is confirmed, and is charged from then on', async () => {
    const setup = await goToBank('yes')
    for (const _time of [1, 2])
      expect(await confirm(setup)).toMatchObject({ status: 200, data: { last_four: '3155', hasTax: true } })
    expect(await cardNow()).toMatchObject({ last_four: '3155', cardName: 'Zoë Moreau' })
    expect(await actions()).toEqual(['billing.card_replaced'])
    const { customer } = await letEnd()
    expect(await chargesOf(customer)).toEqual([3740])
  })

  it('is not brought back by an old address after a third card has come', async () => {
    const setup = await goToBank('yes')
    await confirm(setup)
    expect((await replace(cardNumbers.other)).status).toBe(200)
    await expect.poll(async () => (await confirm(setup)).code).toBe('card_refused')
    expect(await cardNow()).toMatchObject({ last_four: '4444' })
  })

  it('leaves the first one if it is refused there, and while the gateway is down', async () => {
    expect(await confirm(await goToBank('no'))).toMatchObject({ status: 422, code: 'card_refused' })
    const setup = await goToBank('yes')
    gatewayDown()
    expect(await confirm(setup)).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
    stage.proxy.live()
    expect(await cardNow()).toMatchObject({ last_four: '4242' })
  })

  it('is of use to nobody else', async () => {
    const setup = await goToBank('yes')
    const other = await stage.agency()
    const { creator, stranger, project } = await buildCast(stage.test.db)
    const answers = [
      await confirm(setup, other.admin),
      await confirm(setup, other.admin, { agency_id: agencyId }),
      await confirm(setup, stranger, { agency_id: project.agencyId }),
      await confirm(setup, creator),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 403])
    expect((await ask(other.admin, getBilling, { body: {} })).data.card).toMatchObject({ last_four: '4242' })
  })
})

describe('A declined payment', () => {
  it('is paid with another card at a click, which ends what was limited', async () => {
    expect((await replace(cardNumbers.chargesDeclined)).status).toBe(200)
    const customer = (await stage.row(agencyId)).gateway_customer_id
    await stage.advance(customer, 15)
    for (const { payload } of await stage.messages()) await stage.send(payload)
    await stage.runSyncs()
    expect((await plan()).status).toBe('past_due')
    const open = (await ask(admin, listAgencyInvoices, params())).data.find(({ status }) => status === 'open')
    const pay = () => ask(admin, payInvoice, { params: { agencyId, invoiceId: open?.id ?? 0 } })
    expect(await pay()).toMatchObject({ status: 422, code: 'card_refused' })
    expect((await plan()).status).toBe('past_due')
    expect((await replace(cardNumbers.good)).status).toBe(200)
    // Two clicks: the second comes when the gateway has the money and has not said so yet.
    const held = stage.holdNextAnswer()
    const first = pay()
    await held.reached
    expect(await pay()).toMatchObject({ status: 200, data: { action_url: null } })
    held.release()
    expect(await first).toMatchObject({ status: 200, data: { action_url: null } })
    expect(await chargesOf(customer)).toEqual([3400])
    expect((await plan()).status).toBe('active')
    // A third one, from a page that still shows it as open, takes nothing either.
    expect(await pay()).toMatchObject({ status: 200, data: { action_url: null } })
    expect(await chargesOf(customer)).toEqual([3400])
  })
})

it('Nobody pays another agency’s invoice, and a former admin does nothing more', async () => {
  const other = await stage.agency(cardNumbers.chargesDeclined)
  await stage.start(other.agencyId)
  const { gateway_customer_id: customer } = await stage.row(other.agencyId)
  await stage.advance(customer, 15)
  await syncSubscription(stage.test.services, other.agencyId)
  const theirs = (await ask(other.admin, listAgencyInvoices, { params: { agencyId: other.agencyId } })).data
  const invoiceId = theirs.find(({ status }) => status === 'open')?.id ?? 0
  await stage.acceptCharges(customer)
  const pay = (of: number) => ask(admin, payInvoice, { params: { agencyId: of, invoiceId } })
  expect([(await pay(agencyId)).code, (await pay(other.agencyId)).status]).toEqual(['invoice_not_open', 404])
  expect(await chargesOf(customer)).toEqual([])
  await stage.test.db.deleteFrom('agency_admins').where('user_id', '=', admin.userId).execute()
  const answers = [
    await ask(admin, getPlan, { body: { agency_id: agencyId } }),
    await ask(admin, getBilling, { body: { agency_id: agencyId } }),
    await ask(admin, updateBillingAddress, { body: { ...addressOf(), agency_id: agencyId } } as never),
    await replace(cardNumbers.other, { agency_id: agencyId }),
    await ask(admin, listAgencyInvoices, params()),
    await ask(admin, getInvoicePage, { params: { agencyId, invoiceId: 1 } }),
    await ask(admin, cancelSubscription, params()),
    await ask(admin, continueSubscription, params()),
    await pay(agencyId),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(await stage.row(agencyId)).toMatchObject({ cancel_at_period_end: false })
})

it('An invoice keeps the address and the name with which it was made, and the first address is also for those before it', async () => {
  const save = (address: string) =>
    ask(admin, updateBillingAddress, { body: addressOf({ address }) } as never)
  const pages = async () => {
    const list = (await ask(admin, listAgencyInvoices, params())).data
    return Promise.all(
      list.map(async ({ id }) => {
        const { data } = await ask(admin, getInvoicePage, { params: { agencyId, invoiceId: id } })
        return ['Bluebird', 'Redbird', '1 Old Street', '2 New Street'].filter(text => data.includes(text))
      }),
    )
  }
  expect(await pages()).toEqual([['Bluebird']])
  await save('1 Old Street')
  expect(await pages()).toEqual([['Bluebird', '1 Old Street']])
  const agency = stage.test.db.updateTable('agencies').where('id', '=', agencyId)
  await agency.set({ name: 'Redbird' }).execute()
  await save('2 New Street')
  await stage.advance((await stage.row(agencyId)).gateway_customer_id, 15)
  await syncSubscription(stage.test.services, agencyId)
  expect(await pages()).toEqual([
    ['Redbird', '2 New Street'],
    ['Bluebird', '1 Old Street'],
  ])
})

it('The billing address is kept and sent to the gateway, and can be sent again if that is not reached', async () => {
  const save = () => ask(admin, updateBillingAddress, { body: addressOf() } as never)
  gatewayDown()
  expect(await save()).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
  stage.proxy.live()
  expect(await save()).toMatchObject({ status: 200, data: addressOf() })
  expect(stage.proxy.live()).toBeGreaterThan(0)
})

it('Admins of other agencies change nothing', async () => {
  const { stranger } = await buildCast(stage.test.db)
  for (const endpoint of [cancelSubscription, continueSubscription])
    expect((await ask(stranger, endpoint, params())).status).toBe(404)
  const body = { ...cardOf(), agency_id: agencyId }
  expect((await ask(stranger, updateCard, { body } as never)).status).toBe(404)
  expect((await ask(stranger, payInvoice, { params: { agencyId, invoiceId: 1 } })).status).toBe(404)
})

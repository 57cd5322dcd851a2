import { describe, expect, it } from 'vitest'
import {
  cancelSubscription,
  continueSubscription,
  getPlan,
  payInvoice,
  updateBillingAddress,
  updateCard,
} from '#domain/billing/contract.ts'
import { cardNumbers, cardOf } from '#testing/billing/cards.ts'
import { addressOf } from '#testing/billing/subscriptions.ts'
import { usePlan } from '#testing/openings/plans.ts'
import { buildCast } from '#testing/people.ts'

const { stage, own, ask, params, plan, replace, gatewayDown, chargesOf, trialBefore, letEnd, actions } =
  usePlan()

describe('A subscription', () => {
  it('is cancelled for the end of its period, and continued before that', async () => {
    expect((await ask(own.admin, cancelSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'trialing', cancel_at_period_end: true })
    expect((await ask(own.admin, continueSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'trialing', cancel_at_period_end: false })
    expect(await actions()).toEqual(['billing.subscription_cancelled', 'billing.subscription_continued'])
  })

  it('stays as it is while the gateway is down, and people are told', async () => {
    gatewayDown()
    const { status, code, message } = await ask(own.admin, cancelSubscription, params())
    expect([status, code]).toEqual([503, 'card_gateway_unavailable'])
    // It may have been done: nobody is told that it was not.
    expect(message).toMatch(/is not responding .* nothing is done or charged twice/)
    stage.proxy.live()
    expect(await plan()).toMatchObject({ cancel_at_period_end: false })
    expect(await actions()).toEqual([])
  })

  it('that has ended begins again at a click, is charged for one month, and once', async () => {
    await ask(own.admin, cancelSubscription, params())
    const { customer } = await letEnd()
    expect(await plan()).toMatchObject({ status: 'canceled' })
    expect((await ask(own.admin, cancelSubscription, params())).code).toBe('no_subscription')
    const answers = await Promise.all([1, 2, 3].map(() => ask(own.admin, continueSubscription, params())))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await plan()).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(await chargesOf(customer)).toEqual([3400])
    expect(await actions()).toContain('billing.subscription_started')
  })

  it('whose first charge loses its answer is charged once', async () => {
    expect((await replace(cardNumbers.chargesLost)).status).toBe(200)
    await ask(own.admin, cancelSubscription, params())
    const { customer } = await letEnd()
    expect((await ask(own.admin, continueSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'active' })
    expect(await chargesOf(customer)).toEqual([3400])
  })

  it('that ended before its message came begins again, and not only here', async () => {
    await ask(own.admin, cancelSubscription, params())
    const { customer } = await letEnd({ isHeard: false })
    expect((await ask(own.admin, continueSubscription, params())).status).toBe(200)
    expect(await plan()).toMatchObject({ status: 'active' })
    expect(await chargesOf(customer)).toEqual([3400])
  })

  it('that has ended lets its card and its address be changed', async () => {
    await ask(own.admin, cancelSubscription, params())
    await letEnd()
    expect((await replace(cardNumbers.other)).status).toBe(200)
    const saved = await ask(own.admin, updateBillingAddress, { body: addressOf() } as never)
    expect(saved.status).toBe(200)
    expect((await ask(own.admin, continueSubscription, params())).status).toBe(200)
  })

  it('stays ended while the gateway is down, and nothing is charged', async () => {
    await ask(own.admin, cancelSubscription, params())
    const { customer } = await letEnd()
    gatewayDown()
    const { status, code } = await ask(own.admin, continueSubscription, params())
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

it('Admins of other agencies change nothing', async () => {
  const { stranger } = await buildCast(stage.test.db)
  for (const endpoint of [cancelSubscription, continueSubscription])
    expect((await ask(stranger, endpoint, params())).status).toBe(404)
  const body = { ...cardOf(), agency_id: own.agencyId }
  expect((await ask(stranger, updateCard, { body } as never)).status).toBe(404)
  expect((await ask(stranger, payInvoice, { params: { agencyId: own.agencyId, invoiceId: 1 } })).status).toBe(
    404,
  )
})

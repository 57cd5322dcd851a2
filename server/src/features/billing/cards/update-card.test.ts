import { describe, expect, it } from 'vitest'
import { cardNumbers } from '#testing/billing/cards.ts'
import { usePlan } from '#testing/openings/plans.ts'
import { findCard, trialStartOf } from '../payment-cards.ts'

const { own, stage, cardNow, replace, gatewayDown, actions } = usePlan()

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
      trialStartOf((await findCard(db, { userId: 0, agencyId: own.agencyId })) ?? expect.unreachable())
    await replace('4000056655665572')
    const begun = await trialStart()
    await db
      .updateTable('card_trials')
      .set({ started_at: longAgo })
      .where(
        'fingerprint',
        'in',
        db.selectFrom('payment_cards').select('fingerprint').where('agency_id', '=', own.agencyId),
      )
      .execute()
    await replace('4000056655665598')
    await replace('4000056655665572')
    expect(await trialStart()).toEqual(begun)

    await db
      .updateTable('payment_cards')
      .set({ card_trial_started_at: longAgo })
      .where('agency_id', '=', own.agencyId)
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

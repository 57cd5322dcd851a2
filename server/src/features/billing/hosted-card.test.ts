import { beforeEach, describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { createAgency } from '#domain/agencies/contract.ts'
import { addCard, getBilling, updateCard } from '#domain/billing/contract.ts'
import { cardGatewayCredentials } from '#sandbox/platform/app-credentials.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { type TestPerson, testNow } from '#testing/app.ts'
import { cardNumbers, cardOf, stageCards } from '#testing/billing/cards.ts'
import { billingRoutes } from './routes.ts'

// An installation whose card numbers are typed into the gateway's own fields.
const stage = stageCards([...accountRoutes, ...agencyRoutes, ...billingRoutes], {
  CARD_GATEWAY_PUBLIC_KEY: cardGatewayCredentials.publishable_key,
  RAW_CARD_NUMBERS: false,
})
const ask = (person: TestPerson, body: object) => stage.test().ask(person, addCard, { body } as never)
const add = (person: TestPerson, paymentMethod: string, more = {}) =>
  ask(person, { cardName: 'Zoë Moreau', paymentMethod, ...more })
const tokenOf = async ({ userId }: TestPerson) =>
  (
    await stage
      .test()
      .db.selectFrom('payment_cards')
      .select('gateway_token')
      .where('user_id', '=', userId)
      .execute()
  )[0]?.gateway_token

let person: TestPerson
beforeEach(async () => {
  stage.test().clock.set(testNow)
  await stage.orderTrouble('')
  person = await stage.newcomer()
})

describe('A card from the gateway’s own fields', () => {
  it('is announced to the browser with the publishable key, never the secret one', async () => {
    const me = await stage.test().ask(person, getMe)
    expect(me.data.card_fields).toEqual({
      script: expect.stringMatching(/\/cards\/v3\.js$/),
      key: cardGatewayCredentials.publishable_key,
    })
    expect(JSON.stringify(me)).not.toContain('sk_test')
  })

  it('is kept with what the gateway says of it', async () => {
    const id = await stage.typeAtGateway(cardNumbers.other)
    const { status, data } = await add(person, id, { hasTax: true })
    expect([status, data]).toMatchObject([
      200,
      { brand: 'Mastercard', last_four: '4444', expiry_month: 12, expiry_year: 2030 },
    ])
    expect(await tokenOf(person)).toMatch(new RegExp(`^cus_\\w+/${id}$`))
    // A second click.
    expect((await add(person, id, { hasTax: true })).data).toEqual(data)
  })

  it('is the only card that is taken: a number is refused and goes nowhere', async () => {
    const refused = await ask(person, cardOf())
    expect([refused.status, refused.code]).toEqual([422, 'validation_error'])
    const both = await ask(person, { ...cardOf(), paymentMethod: await stage.typeAtGateway() })
    expect(both.status).toBe(422)
    expect(await tokenOf(person)).toBeUndefined()
    expect(stage.logged()).not.toContain(cardNumbers.good)
  })

  it('is refused in the gateway’s words, asks the bank, or is not known', async () => {
    const declined = await add(person, await stage.typeAtGateway(cardNumbers.declined))
    expect([declined.status, declined.code]).toEqual([422, 'card_refused'])
    const requested = await add(person, await stage.typeAtGateway(cardNumbers.asksBack))
    expect(requested.data).toEqual({ confirm_url: expect.stringContaining('/cards/confirm/') })
    expect((await add(person, 'pm_unknown')).code).toBe('card_refused')
    expect((await add(person, '4242424242424242')).status).toBe(422)
    expect(await tokenOf(person)).toBeUndefined()
  })

  it('of somebody else is not taken, and stays theirs', async () => {
    const id = await stage.typeAtGateway()
    await add(person, id)
    const other = await stage.newcomer()
    const stolen = await add(other, id)
    expect([stolen.status, stolen.code]).toEqual([422, 'card_refused'])
    expect(await tokenOf(other)).toBeUndefined()
    expect((await stage.cards()).find(card => card.id === id)?.detached).toBeFalsy()
  })

  it('whose answer was lost is kept once', async () => {
    const id = await stage.typeAtGateway()
    await stage.orderTrouble('down')
    expect((await add(person, id)).code).toBe('card_gateway_unavailable')
    await stage.orderTrouble('')
    expect((await add(person, id)).status).toBe(200)
    expect((await stage.cards()).filter(card => card.id === id)).toHaveLength(1)
  })

  it('replaces the agency’s card', async () => {
    await add(person, await stage.typeAtGateway())
    const agency = await stage.test().ask(person, createAgency, { body: { name: 'Bluebird' } })
    expect(agency.status).toBe(200)
    const paymentMethod = await stage.typeAtGateway(cardNumbers.other)
    const body = { agency_id: agency.data.id, cardName: 'Zoë Moreau', paymentMethod }
    const replaced = await stage.test().ask(person, updateCard, { body } as never)
    expect([replaced.status, replaced.data]).toMatchObject([200, { brand: 'Mastercard', last_four: '4444' }])
    const { data } = await stage.test().ask(person, getBilling, { body: {} })
    expect(data.card).toMatchObject({ last_four: '4444', expiryYear: 2030 })
    const raw = await stage
      .test()
      .ask(person, updateCard, { body: { ...cardOf(), agency_id: agency.data.id } } as never)
    expect(raw.status).toBe(422)
  })
})

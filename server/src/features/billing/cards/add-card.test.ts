import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { createAgency, listAuditLog } from '#domain/agencies/contract.ts'
import { addCard, confirmCard } from '#domain/billing/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { startTestApp, type TestPerson, testNow } from '#testing/app.ts'
import { cardNumbers, cardOf, stageCards } from '#testing/billing/cards.ts'
import { buildCast } from '#testing/people.ts'
import { billingRoutes } from '../routes.ts'

const routes = [...accountRoutes, ...agencyRoutes, ...billingRoutes]
const stage = stageCards(routes)
const add = (person: TestPerson, body: object = cardOf()) =>
  stage.test().ask(person, addCard, { body } as never)
const create = (person: TestPerson) => stage.test().ask(person, createAgency, { body: { name: 'Bluebird' } })
const statusOf = async (person: TestPerson) => (await stage.test().ask(person, getMe)).data.card_status
const rowsOf = ({ userId }: TestPerson) =>
  stage.test().db.selectFrom('payment_cards').selectAll().where('user_id', '=', userId).execute()
const agencies = () => stage.test().db.selectFrom('agencies').selectAll().execute()

let person: TestPerson
beforeEach(async () => {
  stage.test().clock.set(testNow)
  await stage.orderTrouble('')
  person = await stage.newcomer()
})

describe('Adding a card', () => {
  it('stores the gateway’s token, brand, last four digits, expiry and name, and starts the trial of 14 days', async () => {
    expect((await stage.test().ask(person, getMe)).data).toMatchObject({
      card_status: 'none',
      takes_test_cards: true,
      plan_prices: { base_price: 29, user_price: 5, account_price: 5 },
    })
    const { status, data } = await add(person, cardOf('4242 4242 4242 4242', { country: 'AU' }))
    expect([status, data]).toEqual([
      200,
      {
        brand: 'Visa',
        last_four: '4242',
        expiry_month: 12,
        expiry_year: 2030,
        trial_ends_at: '2026-06-15T08:00:00.000Z',
      },
    ])
    expect(await statusOf(person)).toBe('active')
    expect(await rowsOf(person)).toEqual([
      {
        id: expect.any(Number),
        user_id: person.userId,
        agency_id: null,
        brand: 'Visa',
        last_four: '4242',
        expiry_month: 12,
        expiry_year: 2030,
        name: 'Zoë Moreau',
        country: 'AU',
        fingerprint: expect.stringMatching(/^[\w-]{16}$/),
        card_trial_started_at: expect.any(Date),
        gateway_token: expect.stringMatching(/^cus_\w+\/pm_\w+$/),
        updated_at: expect.any(Date),
        trial_started_at: new Date('2026-06-01T08:00:00.000Z'),
      },
    ])
  })

  it.each([
    [cardNumbers.declined, 'Your card was declined.', undefined],
    [cardNumbers.expired, 'Your card has expired.', 'expiryMonth'],
    [cardNumbers.wrongCvc, "Your card's security code is incorrect.", 'cvc'],
    [cardNumbers.misspelt, 'Your card number is incorrect.', 'cardNumber'],
  ])('%s is refused in the gateway’s words, and another card can be tried', async (number, words, field) => {
    const { status, code, message, errors } = await add(person, cardOf(number))
    expect([status, code, message]).toEqual([422, 'card_refused', words])
    expect(errors).toEqual(field && { [field]: [words] })
    expect(await rowsOf(person)).toEqual([])
    expect((await add(person)).status).toBe(200)
  })

  it('refuses what the form would refuse, before asking the gateway', async () => {
    const before = (await stage.cards()).length
    const { status, errors } = await add(person, cardOf('42x2', { cvc: '1', cardName: '', expiryMonth: 13 }))
    expect([status, errors]).toEqual([
      422,
      {
        cardName: ['Incorrect fields. Try again.'],
        cardNumber: ['Must be only digits'],
        expiryMonth: ['Expiry month is required'],
        cvc: ['Invalid CVC'],
      },
    ])
    const past = await add(person, cardOf(cardNumbers.good, { expiryMonth: 4, expiryYear: 2026 }))
    expect([past.status, past.errors]).toEqual([422, { expiryMonth: ['This card has expired'] }])
    expect(await stage.cards()).toHaveLength(before)
  })

  it('twice at once, or again right afterwards, stores one card', async () => {
    const before = (await stage.cards()).length
    const clicks = await Promise.all([1, 2, 3].map(() => add(person)))
    for (const { status, code } of clicks)
      expect(status === 200 || code === 'card_being_checked', `${status} ${code}`).toBe(true)
    expect((await add(person)).status).toBe(200)
    expect(await rowsOf(person)).toHaveLength(1)
    expect(await stage.cards()).toHaveLength(before + 1)
  })

  it('replaces the first card, which the gateway deletes, and the trial continues', async () => {
    await add(person)
    const [first] = await rowsOf(person)
    expect((await add(person, cardOf(cardNumbers.other))).data).toMatchObject({ brand: 'Mastercard' })
    const [second, ...more] = await rowsOf(person)
    expect(more).toEqual([])
    expect(second?.trial_started_at).toEqual(first?.trial_started_at)
    const id = first?.gateway_token.split('/')[1]
    await expect.poll(async () => (await stage.cards()).find(card => card.id === id)?.detached).toBe(true)
  })

  it('that had its free trial starts no second one, no matter who enters it, and another card has its own', async () => {
    const number = '4000056655665556'
    const factsOf = async (who: TestPerson) => (await stage.test().ask(who, getMe)).data
    await add(person, cardOf(number))
    await add(person, cardOf(cardNumbers.other))
    stage.test().clock.advance(10 * 86_400_000)
    const second = await stage.newcomer()
    expect((await add(second, cardOf(number))).data).toMatchObject({
      trial_ends_at: '2026-06-15T08:00:00.000Z',
    })
    expect(await factsOf(second)).not.toHaveProperty('charged_at_once')
    stage.test().clock.advance(10 * 86_400_000)
    const third = await stage.newcomer()
    const kept = cardOf(number, { cardName: 'Otto Lind', expiryMonth: 11 })
    expect((await add(third, kept)).data).toMatchObject({ trial_ends_at: '2026-06-15T08:00:00.000Z' })
    expect(await factsOf(third)).toMatchObject({
      card_status: 'active',
      charged_at_once: true,
      plan_prices: { base_price: 29 },
    })
    expect((await create(third)).status).toBe(200)
    const subscription = stage
      .test()
      .db.selectFrom('subscriptions as s')
      .innerJoin('payment_cards as c', 'c.agency_id', 's.agency_id')
    expect(await subscription.select('s.status').where('c.user_id', '=', third.userId).execute()).toEqual([
      { status: 'active' },
    ])
    expect(await factsOf(third)).not.toHaveProperty('charged_at_once')

    const fourth = await stage.newcomer()
    await add(fourth, kept)
    await add(fourth, cardOf('4000056655665572'))
    expect(await factsOf(fourth)).not.toHaveProperty('charged_at_once')
  })

  it('that replaces another in a trial has that trial, and only what is left of it elsewhere', async () => {
    const number = '4000056655665580'
    await add(person)
    stage.test().clock.advance(13 * 86_400_000)
    const replaced = await add(person, cardOf(number))
    expect(replaced.data).toMatchObject({ trial_ends_at: '2026-06-15T08:00:00.000Z' })
    expect((await add(await stage.newcomer(), cardOf(number))).data).toMatchObject({
      trial_ends_at: '2026-06-15T08:00:00.000Z',
    })
  })

  it('is limited in the number of attempts', async () => {
    const codes = []
    for (let tries = 0; tries < 11; tries++)
      codes.push((await add(person, cardOf(cardNumbers.declined))).code)
    expect(codes).toEqual([...Array(10).fill('card_refused'), 'too_many_requests'])
  })
})

describe('A card whose bank asks its owner', () => {
  /** @returns the id of the confirmation, after the owner has answered on the bank's page */
  const goToBank = async (answer: 'yes' | 'no') => {
    const { status, data } = await add(person, cardOf(cardNumbers.asksBack, { country: 'AU' }))
    expect([status, await rowsOf(person)]).toEqual([200, []])
    const { confirm_url } = data as { confirm_url: string }
    const init = { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' } as const
    const back = new URL((await fetch(confirm_url, init)).headers.get('location') ?? '')
    expect(back.pathname).toBe('/add-card')
    return back.searchParams.get('setup_intent') ?? ''
  }
  const confirm = (who: TestPerson, setup_intent: string) =>
    stage.test().ask(who, confirmCard, { body: { setup_intent } })

  it('is taken when the owner has confirmed it, once, and its trial begins', async () => {
    const setup = await goToBank('yes')
    for (const _time of [1, 2]) {
      const { status, data } = await confirm(person, setup)
      expect([status, data]).toEqual([
        200,
        {
          brand: 'Visa',
          last_four: '3155',
          expiry_month: 12,
          expiry_year: 2030,
          trial_ends_at: '2026-06-15T08:00:00.000Z',
        },
      ])
    }
    expect(await rowsOf(person)).toMatchObject([{ name: 'Zoë Moreau', country: 'AU', last_four: '3155' }])
    expect((await create(person)).status).toBe(200)
  })

  it('is not taken when the owner has refused it, and another card can be tried', async () => {
    const setup = await goToBank('no')
    expect(await confirm(person, setup)).toMatchObject({ status: 422, code: 'card_refused' })
    expect(await rowsOf(person)).toEqual([])
    expect((await add(person)).status).toBe(200)
  })

  it('is not taken before the answer, by another person, or while the gateway is down', async () => {
    const { data } = await add(person, cardOf(cardNumbers.asksBack))
    const waiting = (data as { confirm_url: string }).confirm_url.split('/').at(-1) ?? ''
    expect(await confirm(person, waiting)).toMatchObject({ status: 422, code: 'card_refused' })
    const setup = await goToBank('yes')
    expect(await confirm(await stage.newcomer(), setup)).toMatchObject({ status: 404 })
    expect(await confirm(person, 'seti_unknown')).toMatchObject({ status: 422 })
    await stage.orderTrouble('down')
    expect(await confirm(person, setup)).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
    expect(await rowsOf(person)).toEqual([])
  })
})

describe('A gateway fault', () => {
  it.each(['lost', 'error_after'] as const)(
    '(%s) makes us ask again, and one card is stored',
    async trouble => {
      const before = (await stage.cards()).length
      await stage.orderTrouble(trouble)
      expect((await add(person)).status).toBe(200)
      expect(await stage.cards()).toHaveLength(before + 1)
    },
  )

  it('is explained, and nothing is stored; later the same card succeeds', async () => {
    await stage.orderTrouble('down')
    const { status, code, message } = await add(person)
    expect([status, code]).toEqual([503, 'card_gateway_unavailable'])
    expect(message).toMatch(/cannot be checked at the moment/)
    expect(await rowsOf(person)).toEqual([])
    await stage.orderTrouble('')
    expect((await add(person)).status).toBe(200)
  })

  it('together with a database fault leaves a card that the next attempt finds, without a second one', async () => {
    const { db } = stage.test()
    const before = (await stage.cards()).length
    await sql`alter table payment_cards add constraint away check (false) not valid`.execute(db)
    const failed = await add(person)
    await sql`alter table payment_cards drop constraint away`.execute(db)
    expect([failed.status, await rowsOf(person)]).toEqual([500, []])
    expect(await stage.cards()).toHaveLength(before + 1)
    expect((await add(person)).status).toBe(200)
    expect(await stage.cards()).toHaveLength(before + 1)
    expect(await rowsOf(person)).toHaveLength(1)
  })

  it('does not lose the agency’s card if the attempt is repeated after the agency was created', async () => {
    const { db, clock } = stage.test()
    const { userId } = person
    const attempt = { user_id: userId, key: `attempt of ${userId}`, busy_until: clock.now() }
    await db.insertInto('card_attempts').values(attempt).execute()
    await add(person)
    const [card] = await rowsOf(person)
    // The process had died before it could record that it was done.
    await db.insertInto('card_attempts').values(attempt).execute()
    clock.advance(11 * 60_000)
    const { again } = await db.transaction().execute(async tx => {
      await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
      const agency = tx.insertInto('agencies').values({ name: 'Bluebird' }).returning('id')
      const { id: agency_id } = await agency.executeTakeFirstOrThrow()
      await tx.insertInto('agency_admins').values({ agency_id, user_id: userId }).execute()
      await tx.updateTable('payment_cards').set({ agency_id }).where('user_id', '=', userId).execute()
      const again = add(person)
      const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(1)
      return { again }
    })
    expect((await again).status).toBe(200)
    expect(await rowsOf(person)).toMatchObject([{ gateway_token: card?.gateway_token }])
    const id = card?.gateway_token.split('/')[1]
    expect((await stage.cards()).find(kept => kept.id === id)?.detached).toBe(undefined)
  })

  it('that leaves the result unknown does not keep another card out', async () => {
    await stage.orderTrouble('down')
    await add(person)
    await stage.orderTrouble('')
    expect((await add(person, cardOf(cardNumbers.other))).data).toMatchObject({ last_four: '4444' })
  })
})

describe('Permission to add a card', () => {
  it('is given to guests of an agency, for one of their own', async () => {
    const cast = await buildCast(stage.test().db)
    expect(await statusOf(cast.external)).toBe('none')
    expect((await add(cast.external)).status).toBe(200)
    expect(await statusOf(cast.external)).toBe('active')
    expect(await statusOf(cast.admin)).toBe('none')
  })

  it('is given to an admin for an agency without a card, once, and is logged', async () => {
    const { admin, stranger, project } = await buildCast(stage.test().db)
    expect(await statusOf(admin)).toBe('none')
    expect((await add(admin)).status).toBe(200)
    expect(await statusOf(admin)).toBe('active')
    expect(await statusOf(stranger)).toBe('none')
    expect(await add(admin, cardOf(cardNumbers.other))).toMatchObject({ status: 409, code: 'card_exists' })
    const params = { agencyId: project.agencyId }
    const { entries } = (await stage.test().ask(admin, listAuditLog, { params } as never)).data
    expect(entries[0]).toMatchObject({ action: 'card.added', subject: 'Visa ending in 4242' })
  })
})

describe('Creating an agency', () => {
  it('requires a card, which then belongs to the agency', async () => {
    expect(await create(person)).toMatchObject({ status: 409, code: 'card_required' })
    await add(person)
    const { status, data } = await create(person)
    expect(status).toBe(200)
    expect(await rowsOf(person)).toMatchObject([{ agency_id: data.id }])
    expect(await statusOf(person)).toBe('active')
  })

  it('asks the bank again: a card that is no longer valid stops it, and nothing is left half done', async () => {
    await add(person, cardOf(cardNumbers.declinedLater))
    const before = await agencies()
    expect(await create(person)).toMatchObject({
      status: 422,
      code: 'card_refused',
      message: 'Your card was declined.',
    })
    expect(await agencies()).toEqual(before)
    expect(await rowsOf(person)).toMatchObject([{ agency_id: null }])
    expect((await add(person, cardOf(cardNumbers.good))).status).toBe(200)
    expect((await create(person)).status).toBe(200)
  })

  it('asks the bank no more than twenty times an hour', async () => {
    await add(person, cardOf(cardNumbers.declinedLater))
    const codes = []
    for (let tries = 0; tries < 21; tries++) codes.push((await create(person)).code)
    expect(codes).toEqual([...Array(20).fill('card_refused'), 'too_many_requests'])
  })

  it('waits while the gateway is down', async () => {
    await add(person)
    const before = await agencies()
    await stage.orderTrouble('down')
    expect(await create(person)).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
    expect(await agencies()).toEqual(before)
  })

  it('twice at once creates one agency with one card', async () => {
    await add(person)
    const made = await Promise.all([create(person), create(person)])
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await rowsOf(person)).toHaveLength(1)
  })
})

describe('An installation without a gateway', () => {
  it('does not ask for a card', async () => {
    const plain = await startTestApp({ routes })
    const values = { name: 'Zoë', email: 'zoe@example.com' }
    const user = plain.db.insertInto('users').values(values).returning('id')
    const founder = { userId: (await user.executeTakeFirstOrThrow()).id, name: 'Zoë' }
    expect((await plain.ask(founder, getMe)).data.card_status).toBe('not_needed')
    expect(await plain.ask(founder, addCard, { body: cardOf() } as never)).toMatchObject({
      status: 422,
      code: 'cards_not_taken',
    })
    expect((await plain.ask(founder, createAgency, { body: { name: 'Bluebird' } })).status).toBe(200)
    await plain.close()
  })
})

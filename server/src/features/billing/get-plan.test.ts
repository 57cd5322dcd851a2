import { describe, expect, it } from 'vitest'
import { getBilling, getPlan, updateBillingAddress } from '#domain/billing/contract.ts'
import { startTestApp, type TestPerson, useTestApp } from '#testing/app.ts'
import { addressOf, billedConfig, buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { buildCast, buildPerson, connect, useNewCast } from '#testing/people.ts'
import { billingRoutes } from './routes.ts'

const kit = useTestApp({ routes: billingRoutes, config: billedConfig })
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
      start_charged_at: null,
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

  it('says when a subscription that is started now is charged first: after what is free or paid', async () => {
    await kit.db
      .insertInto('payment_cards')
      .values({
        user_id: cast.admin.userId,
        agency_id: cast.project.agencyId,
        gateway_token: 'pm_test',
        brand: 'Visa',
        last_four: '4242',
        expiry_month: 12,
        expiry_year: 2030,
        name: 'Alma Adler',
        trial_started_at: daysFromNow(-4),
        updated_at: daysFromNow(-4),
      })
      .execute()
    expect(await planOf()).toMatchObject({ start_charged_at: daysFromNow(10).toISOString() })
    await buildSubscription(kit.db, cast.project.agencyId, { status: 'canceled' })
    expect(await planOf()).toMatchObject({ start_charged_at: daysFromNow(15).toISOString() })
    await kit.db
      .updateTable('payment_cards')
      .set({ trial_started_at: daysFromNow(-40) })
      .execute()
    await buildSubscription(kit.db, cast.project.agencyId, {
      status: 'canceled',
      period_end: daysFromNow(-1),
    })
    expect(await planOf()).toMatchObject({ start_charged_at: null })
  })

  it('is there without a subscription, with its price', async () => {
    expect(await planOf()).toMatchObject({ status: 'none', price: 54, to_date: null, remainingdays: null })
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

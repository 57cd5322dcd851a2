import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCard, updateCard } from '#domain/billing/contract.ts'
import type { Services } from '#server/platform/http/route.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { cardNumbers, cardOf } from '#testing/billing/cards.ts'
import { cancelAtPeriodEnd, payNow } from './subscription/change-subscription.ts'
import { compareSubscriptions } from './subscription/compare-subscriptions.ts'
import { openSubscription, startAtGateway, startSubscription } from './subscription/start-subscription.ts'
import { syncQuantities } from './subscription/sync-quantities.ts'
import { syncSubscription } from './subscription/sync-subscription.ts'
import { listInvoices } from './subscriptions.ts'

// From a call on, the gateway hears and says nothing more: to it, and to the database, that is a Galley that was killed there.
let stage: TestBilling
beforeAll(async () => {
  stage = await startBilling()
})
afterAll(() => stage.close())

/** Another process: nothing of the killed one is left in memory. */
const reborn = (): Services => ({ ...stage.test.services, config: { ...stage.test.services.config } })
const subscriptionsOf = async (customer: string) =>
  (await stage.subscriptions()).filter(({ account }) => account === customer)
const chargesOf = async (customer: string) =>
  (await stage.charges()).filter(({ account }) => account === customer)

/** Does the work once for each of its calls, killed before the gateway has heard it and after, and once more in a new process. */
const killEverywhere = async <T>(
  prepare: () => Promise<T>,
  work: (services: Services, prepared: T) => Promise<unknown>,
  check: (prepared: T, where: string) => Promise<unknown>,
) => {
  const first = await prepare()
  stage.proxy.live()
  await work(reborn(), first)
  const calls = stage.proxy.live()
  await check(first, 'not killed')
  expect(calls).toBeGreaterThan(0)
  for (let at = 0; at < calls; at++)
    for (const isPassedOn of [false, true]) {
      const prepared = await prepare()
      stage.proxy.live({ at, isPassedOn })
      await work(reborn(), prepared).catch(() => undefined)
      stage.proxy.live()
      await work(reborn(), prepared)
      await check(prepared, `killed ${isPassedOn ? 'after' : 'before'} call ${at + 1} of ${calls}`)
    }
  return calls
}

describe('A Galley that is killed at any call to the gateway', () => {
  it('begins one subscription', async () => {
    const calls = await killEverywhere(
      () => stage.agency(),
      (services, { agencyId }) => startAtGateway(services, agencyId),
      async ({ agencyId }, where) => {
        const row = await stage.row(agencyId)
        const found = await subscriptionsOf(row.gateway_customer_id)
        expect(
          found.map(({ id }) => id),
          where,
        ).toEqual([row.gateway_subscription_id])
      },
    )
    expect(calls).toBeGreaterThanOrEqual(4)
  })

  it('begins one subscription again after the first has ended, and charges its first month once', async () => {
    await killEverywhere(
      async () => {
        const { agencyId } = await stage.agency()
        await stage.start(agencyId)
        const { gateway_customer_id: customer } = await stage.row(agencyId)
        await cancelAtPeriodEnd(stage.test.services, agencyId)
        await stage.advance(customer, 15)
        await syncSubscription(stage.test.services, agencyId)
        // Only the gateway's clock went on: for Galley too, the days that were free are over.
        await sql`update payment_cards set trial_started_at = trial_started_at - interval '20 days'
          where agency_id = ${agencyId}`.execute(stage.test.db)
        await sql`update subscriptions
          set period_start = period_start - interval '20 days', period_end = period_end - interval '20 days'
          where agency_id = ${agencyId}`.execute(stage.test.db)
        return { agencyId, customer }
      },
      async (services, { agencyId }) => {
        if ((await stage.row(agencyId)).status === 'canceled') await startSubscription(services, agencyId)
        else await startAtGateway(services, agencyId)
      },
      async ({ customer }, where) => {
        const found = await subscriptionsOf(customer)
        expect(found.map(({ status }) => status).sort(), where).toEqual(['active', 'canceled'])
        expect(await chargesOf(customer), where).toHaveLength(1)
      },
    )
  })

  it('pays an invoice once', async () => {
    await killEverywhere(
      async () => {
        const { agencyId } = await stage.agency(cardNumbers.chargesDeclined)
        await stage.start(agencyId)
        const { gateway_customer_id: customer } = await stage.row(agencyId)
        await stage.advance(customer, 15)
        await syncSubscription(stage.test.services, agencyId)
        await stage.acceptCharges(customer)
        const [invoice] = await listInvoices(stage.test.db, agencyId)
        return { agencyId, customer, invoiceId: invoice?.id ?? 0 }
      },
      (services, { agencyId, invoiceId }) => payNow(services, agencyId, invoiceId),
      async ({ agencyId, customer }, where) => {
        expect(await chargesOf(customer), where).toHaveLength(1)
        await syncSubscription(stage.test.services, agencyId)
        expect(await stage.row(agencyId), where).toMatchObject({ status: 'active' })
      },
    )
  })

  it('tells the quantities that there are', async () => {
    await killEverywhere(
      async () => {
        const { agencyId } = await stage.agency()
        await stage.start(agencyId)
        const values = { name: 'Ada', email: `ada.${agencyId}@example.com` }
        const user = stage.test.db.insertInto('users').values(values).returning('id')
        const { id } = await user.executeTakeFirstOrThrow()
        const member = { agency_id: agencyId, user_id: id, role: 'content-creator' as const }
        await stage.test.db.insertInto('agency_members').values(member).execute()
        return agencyId
      },
      services => syncQuantities(services),
      async (agencyId, where) => expect(await stage.row(agencyId), where).toMatchObject({ user_count: 2 }),
    )
  })

  it('replaces a card by one other, which is charged', async () => {
    await killEverywhere(
      async () => {
        const { agencyId, admin } = await stage.agency()
        await stage.start(agencyId)
        return { agencyId, admin, customer: (await stage.row(agencyId)).gateway_customer_id }
      },
      (_services, { admin }) =>
        stage.test.ask(admin, updateCard, { body: cardOf(cardNumbers.other) } as never),
      async ({ agencyId, customer }, where) => {
        const row = await stage.test.db
          .selectFrom('payment_cards')
          .select(['gateway_token', 'last_four'])
          .where('agency_id', '=', agencyId)
          .executeTakeFirstOrThrow()
        expect(row.last_four, where).toBe('4444')
        const now = row.gateway_token.split('/')[1]
        // The former one is deleted after the answer.
        const kept = async () =>
          (await stage.cards()).filter(
            card => card.account === customer && card.last_four === '4444' && !card.detached,
          )
        await expect.poll(async () => (await kept()).map(({ id }) => id), { message: where }).toEqual([now])
        const [subscription] = await subscriptionsOf(customer)
        expect(subscription?.default_card, where).toBe(now)
      },
    )
  })

  it('adds one card', async () => {
    await killEverywhere(
      async () => {
        const values = { name: 'Zoë', email: `zoe.killed${Math.random()}@example.com` }
        const user = stage.test.db.insertInto('users').values(values).returning('id')
        return { userId: (await user.executeTakeFirstOrThrow()).id, name: 'Zoë' }
      },
      (_services, person) => stage.test.ask(person, addCard, { body: cardOf() } as never),
      async ({ userId }, where) => {
        const rows = await stage.test.db
          .selectFrom('payment_cards')
          .select('gateway_token')
          .where('user_id', '=', userId)
          .execute()
        expect(rows, where).toHaveLength(1)
      },
    )
  })
})

it('A row that the database did not take is found again at the gateway, even if the key was forgotten there', async () => {
  const { agencyId } = await stage.agency()
  const { db } = stage.test
  await sql`alter table subscriptions add constraint away check (gateway_subscription_id is null) not valid`.execute(
    db,
  )
  await expect(startAtGateway(reborn(), agencyId)).rejects.toThrow()
  await sql`alter table subscriptions drop constraint away`.execute(db)
  // The numbers have changed since: the same key with other numbers would be refused.
  await db.updateTable('subscriptions').set({ user_count: 5 }).where('agency_id', '=', agencyId).execute()
  await compareSubscriptions(reborn())
  const row = await stage.row(agencyId)
  expect((await subscriptionsOf(row.gateway_customer_id)).map(({ id }) => id)).toEqual([
    row.gateway_subscription_id,
  ])
})

it('Two processes that begin the same one at the same moment begin one: the key goes with the call', async () => {
  const { agencyId } = await stage.agency()
  const held = stage.holdNextAnswer()
  // It has looked and found none, and goes on when another process has begun it in the meantime.
  const slow = startAtGateway(reborn(), agencyId)
  await held.reached
  expect(await startAtGateway(reborn(), agencyId)).toEqual({ kind: 'started' })
  held.release()
  expect(await slow).toEqual({ kind: 'started' })
  const row = await stage.row(agencyId)
  expect((await subscriptionsOf(row.gateway_customer_id)).map(({ id }) => id)).toEqual([
    row.gateway_subscription_id,
  ])
})

it('What is read of the former subscription is not written over the one that follows it', async () => {
  const { agencyId } = await stage.agency()
  const { services, db } = stage.test
  await stage.start(agencyId)
  await cancelAtPeriodEnd(services, agencyId)
  await stage.advance((await stage.row(agencyId)).gateway_customer_id, 15)
  await syncSubscription(services, agencyId)
  const held = stage.holdNextAnswer()
  const late = syncSubscription(reborn(), agencyId)
  await held.reached
  await db.transaction().execute(tx => openSubscription(tx, services, agencyId))
  const opened = await stage.row(agencyId)
  held.release()
  await late
  expect(await stage.row(agencyId)).toEqual(opened)
})

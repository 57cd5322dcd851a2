import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { useTestApp } from '#testing/app.ts'
import { buildInvoice } from '#testing/billing/subscriptions.ts'
import { buildProject } from '#testing/people.ts'
import { checkBilling } from './doctor-billing.ts'

let agencyId: number
const test = useTestApp({ routes: [] })
beforeAll(async () => {
  agencyId = (await buildProject(test.db)).agencyId
})

const config = readConfig({})
const found = async () => (await checkBilling(config, test.url))[0]

it('Billing is fine until a subscription waits, is not compared, or was repaired', async () => {
  expect(await found()).toMatchObject({ state: 'fine' })
  const now = new Date()
  const old = new Date(now.getTime() - 2 * 86_400_000)
  const subscription = test.db.insertInto('subscriptions').values({
    agency_id: agencyId,
    gateway_customer_id: 'cus_1',
    status: 'active',
    trial_ends_at: old,
    period_start: old,
    period_end: now,
    user_count: 1,
    account_count: 0,
    created_at: old,
  })
  await subscription.execute()
  expect(await found()).toMatchObject({ state: 'note', text: '1 subscriptions wait for the gateway' })
  const row = test.db.updateTable('subscriptions').where('agency_id', '=', agencyId)
  await row.set({ gateway_subscription_id: 'sub_1', synced_at: old }).execute()
  expect(await found()).toMatchObject({ state: 'note', text: expect.stringContaining('not compared') })
  await row.set({ synced_at: now, gone_at: now }).execute()
  expect(await found()).toMatchObject({
    state: 'wrong',
    text: 'the gateway no longer knows 1 subscriptions that should be running',
    remedy: expect.stringContaining('CARD_GATEWAY_KEY'),
  })
  await row.set({ status: 'canceled' }).execute()
  expect(await found()).toMatchObject({
    state: 'note',
    text: 'the gateway no longer knows 1 subscriptions that have ended',
  })
  await row.set({ gone_at: null, gateway_subscription_id: null }).execute()
  // One that has ended waits for nothing.
  expect(await found()).toMatchObject({ state: 'fine' })
  await row.set({ status: 'active', gateway_subscription_id: 'sub_1' }).execute()
  expect(await found()).toMatchObject({ state: 'fine' })
  await test.db
    .insertInto('subscription_drifts')
    .values({ agency_id: agencyId, found_at: now, differences: ['invoice.status'] })
    .execute()
  expect(await found()).toMatchObject({
    state: 'note',
    text: 'the nightly comparison repaired 1 subscriptions in a week (invoice.status)',
  })
})

it('GST on invoices that name no ABN is a note until the number is set', async () => {
  await test.db.deleteFrom('subscription_drifts').execute()
  await buildInvoice(test.db, agencyId, { tax_cents: 0 })
  expect(await found()).toMatchObject({ state: 'fine' })
  await buildInvoice(test.db, agencyId, { tax_cents: 640 })
  expect(await found()).toMatchObject({
    state: 'note',
    text: '1 invoices with GST do not name an ABN',
    remedy: expect.stringContaining('SELLER_ABN'),
  })
  const withNumber = readConfig({ SELLER_ABN: '51 824 753 556' })
  expect((await checkBilling(withNumber, test.url))[0]).toMatchObject({ state: 'fine' })
})

it('Production without the secret of the gateway’s messages is an error, and no cards is nothing to check', async () => {
  const production = { NODE_ENV: 'production', CARD_GATEWAY_KEY: 'sk_live_something', RAW_CARD_NUMBERS: 'on' }
  expect((await checkBilling(readConfig(production), test.url))[0]).toMatchObject({ state: 'wrong' })
  expect(await checkBilling(readConfig({ NODE_ENV: 'production' }), test.url)).toEqual([])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { continueSubscription, getPlan } from '#domain/billing/contract.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { cardNumbers } from '#testing/billing/cards.ts'
import { refuseWrite } from './refuse-write.ts'
import { remindOfPayment } from './reminders/remind-of-payment.ts'
import { remindOfTrialEnd } from './reminders/remind-of-trial-end.ts'
import { isPublishingStopped, listBillingNotices } from './standings.ts'
import { cancelAtPeriodEnd } from './subscription/change-subscription.ts'

// Only the gateway's clock is moved, as somebody does who tries Galley with the sandbox (docs/product/billing.md "Test clocks").
let stage: TestBilling
beforeAll(async () => {
  stage = await startBilling()
})
afterAll(() => stage.close())

const started = async (number?: string) => {
  const { agencyId, admin } = await stage.agency(number)
  await stage.start(agencyId)
  const { gateway_customer_id: customer } = await stage.row(agencyId)
  const plan = async () => (await stage.test.ask(admin, getPlan, { body: {} })).data
  /** So many days pass at the gateway, which says so; then the regular jobs run. */
  const pass = async (days: number) => {
    await stage.advance(customer, days)
    for (const { payload } of await stage.messages()) await stage.send(payload)
    await stage.runSyncs()
    await remindOfTrialEnd(stage.test.services)
    await remindOfPayment(stage.test.services)
    return plan()
  }
  const { email } = await stage.test.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow()
  const mails = async () =>
    stage.test.db
      .selectFrom('outgoing_mails')
      .select(['subject'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()
  return { agencyId, admin, customer, plan, pass, mails }
}
const now = () => stage.test.services.clock.now()
const isStopped = async (agencyId: number) => {
  const answer = await sql<{
    stopped: boolean
  }>`select ${isPublishingStopped(sql`${agencyId}::bigint`, now())} as stopped`.execute(stage.test.db)
  return answer.rows[0]?.stopped
}

it('A trial goes on by the days of the test clock, and its end is announced', async () => {
  const { pass, mails } = await started()
  expect(await pass(3)).toMatchObject({ status: 'trialing', remainingdays: 11 })
  expect(await mails()).toEqual([])
  expect(await pass(9)).toMatchObject({ status: 'trialing', remainingdays: 2 })
  expect((await mails()).map(({ subject }) => subject)).toEqual(['The free trial of Bluebird ends in 2 days'])
  expect(await pass(3)).toMatchObject({ status: 'active' })
})

it('A payment that stays away is announced on each day, makes the agency read-only and then stops its posts, until it is paid', async () => {
  const { agencyId, admin, customer, pass, mails, plan } = await started(cardNumbers.chargesDeclined)
  const refused = () =>
    refuseWrite(stage.test.services as never, { agencyId, role: 'agency-admin' } as never, now())
  const noticeOf = async () => {
    const own = { agencies: [{ agencyId, isAdmin: true }], now: now() }
    return (await listBillingNotices(stage.test.db, stage.test.services.config, own))[0]
  }
  expect(await pass(14)).toMatchObject({ status: 'past_due' })
  for (const [days, count] of [
    [1, 1],
    [2, 2],
    [4, 3],
    [5, 4],
  ] as const) {
    expect(await pass(days)).toMatchObject({ status: 'past_due' })
    expect(await mails()).toHaveLength(count)
  }
  expect([await refused(), await noticeOf()]).toMatchObject([null, { kind: 'payment_failed' }])
  expect(await pass(2)).toMatchObject({ status: 'unpaid', is_publishing: true })
  expect((await mails()).at(-1)?.subject).toBe('Bluebird is now read-only')
  expect([await refused(), await noticeOf(), await isStopped(agencyId)]).toMatchObject([
    { code: 'subscription_read_only' },
    { kind: 'read_only', is_publishing: true },
    false,
  ])
  expect(await pass(7)).toMatchObject({ status: 'unpaid', is_publishing: false })
  expect([await isStopped(agencyId), await mails()]).toMatchObject([true, { length: 5 }])
  await stage.acceptCharges(customer)
  const [invoice] = await stage.test.db
    .selectFrom('invoices')
    .select('gateway_invoice_id')
    .where('agency_id', '=', agencyId)
    .where('status', '=', 'open')
    .execute()
  await stage.form(`invoices/${invoice?.gateway_invoice_id}`, { answer: 'yes' })
  expect(await pass(0)).toMatchObject({ status: 'active' })
  expect([await refused(), await noticeOf(), await isStopped(agencyId)]).toEqual([null, undefined, false])
  expect((await plan()).needs_confirmation).toBe(false)
  expect(admin.userId).toBeGreaterThan(0)
})

it('A subscription that was cancelled and has ended by the test clock begins again, without another trial', async () => {
  const { agencyId, admin, customer, pass } = await started()
  await cancelAtPeriodEnd(stage.test.services, agencyId)
  expect(await pass(15)).toMatchObject({ status: 'canceled' })
  const again = await stage.test.ask(admin, continueSubscription, { params: { agencyId } })
  expect([again.status, again.data]).toEqual([200, { action_url: null }])
  expect(await pass(0)).toMatchObject({ status: 'active' })
  expect((await stage.charges()).filter(({ account }) => account === customer)).toHaveLength(1)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { subscriptionStatuses } from '#domain/billing/status.ts'
import { billingGateway } from '#server/platform/cards/configured.ts'
import { type GatewayMessage, startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { compareSubscriptions } from './subscription/compare-subscriptions.ts'
import { syncSubscription } from './subscription/sync-subscription.ts'
import { listInvoices } from './subscriptions.ts'

// The same orders each time, so that a failure is caused by the change and not by chance; MESSAGE_ORDERS runs that many random ones.
const { MESSAGE_ORDERS } = process.env
const runs = MESSAGE_ORDERS ? { numRuns: Number(MESSAGE_ORDERS) } : { numRuns: 60, seed: 11 }
const LONGEST_MS = Math.max(300_000, runs.numRuns * 2_000)

let stage: TestBilling
let agencyId: number
let ids: { customer: string; subscription: string }
/** Another agency: what has ended or is unpaid changes little more. */
const begin = async () => {
  agencyId = (await stage.agency()).agencyId
  await stage.start(agencyId)
  const row = await stage.row(agencyId)
  ids = { customer: row.gateway_customer_id, subscription: row.gateway_subscription_id ?? '' }
}
beforeAll(async () => {
  stage = await startBilling()
  await begin()
}, 60_000)
afterAll(() => stage.close())

const gateway = () => {
  const found = billingGateway(stage.test.services.config)
  if (!found) throw new Error('no gateway')
  return found
}

const changes = ['users', 'end', 'days', 'bank'] as const
type Change = { readonly kind: (typeof changes)[number]; readonly to: number }
/** What happens next: something at the gateway, or with a message of it that has not arrived yet (or has). */
type Step = Change | { readonly kind: 'deliver' | 'repeat' | 'drop'; readonly which: number }
const isChange = (step: Step): step is Change => 'to' in step

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...changes), to: fc.nat(9) }),
  fc.record({
    kind: fc.constantFrom('deliver' as const, 'deliver' as const, 'repeat' as const, 'drop' as const),
    which: fc.nat(50),
  }),
)

/** As at a gateway: the days that pass charge, and the bank takes or declines. */
const happen = ({ kind, to }: Change): Promise<unknown> => {
  if (kind === 'users') return gateway().setQuantities(ids.subscription, { users: to + 1, accounts: to % 3 })
  if (kind === 'end') return gateway().setCancelAtPeriodEnd(ids.subscription, to % 3 > 0)
  if (kind === 'days') return stage.advance(ids.customer, [1, 3, 7, 15, 31][to % 5] ?? 1)
  return stage.form(`customers/${ids.customer}/${to % 2 === 0 ? 'accept' : 'decline'}`, {})
}

const atGateway = async () => {
  const outcome = await gateway().readState(ids.customer, ids.subscription)
  if (outcome.kind !== 'read') throw new Error(outcome.kind)
  const { subscription, invoices } = outcome.state
  const { status, cancelAtPeriodEnd, users, accounts } = subscription
  return [
    status,
    cancelAtPeriodEnd,
    users,
    accounts,
    subscription.periodEnd,
    invoices.map(({ id, status }) => `${id} ${status}`).sort(),
  ]
}
const here = async () => {
  const row = await stage.row(agencyId)
  const invoices = await listInvoices(stage.test.db, agencyId)
  return [
    ...[row.status, row.cancel_at_period_end, row.user_count, row.account_count, row.period_end],
    invoices.map(({ gateway_invoice_id: id, status }) => `${id} ${status}`).sort(),
  ]
}

/** One random order. Readings are not waited for: they overlap with each other and with what happens at the gateway. */
const walk = async (steps: readonly Step[]): Promise<void> => {
  let waiting: GatewayMessage[] = []
  let [latest] = await stage.messages(1)
  let isDropped = false
  const arrived: GatewayMessage[] = []
  const readings: Promise<unknown>[] = []
  const arrive = async (message: GatewayMessage | undefined) => {
    if (!message) return
    expect((await stage.send(message.payload)).statusCode).toBe(200)
    readings.push(stage.runSyncs())
  }
  for (const one of steps) {
    if (isChange(one)) {
      await happen(one)
      const all = await stage.messages(60)
      waiting.push(...all.slice(all.findIndex(({ id }) => id === latest?.id) + 1))
      latest = all.at(-1)
      continue
    }
    const { which } = one
    if (one.kind === 'repeat') await arrive(arrived[which % Math.max(arrived.length, 1)])
    else {
      const [message] = waiting.splice(which % Math.max(waiting.length, 1), 1)
      if (one.kind === 'drop') isDropped ||= message !== undefined
      else if (message) {
        arrived.push(message)
        await arrive(message)
      }
    }
  }
  for (const message of waiting.reverse()) await arrive(message)
  waiting = []
  await Promise.all(readings)
  await stage.runSyncs()
  if (isDropped) await compareSubscriptions(stage.test.services)
  expect(await here()).toEqual(await atGateway())
  const { status } = await stage.row(agencyId)
  seen.add(status)
  if (status === 'canceled' || status === 'unpaid') await begin()
}
const seen = new Set<string>()

it(
  'After random orders of messages, with some twice and some lost, the rows are what the gateway has',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), steps => walk(steps)),
      { ...runs, endOnFailure: true },
    )
    expect([...seen].sort()).toEqual([...subscriptionStatuses].sort())
  },
  LONGEST_MS,
)

it('A reading that is answered late does not replace a newer one', async () => {
  const { services, db } = stage.test
  await happen({ kind: 'users', to: 4 })
  const held = stage.holdNextAnswer()
  const late = syncSubscription(services, agencyId)
  await held.reached
  await happen({ kind: 'users', to: 7 })
  await syncSubscription(services, agencyId)
  held.release()
  await late
  expect(await here()).toEqual(await atGateway())
  const { user_count } = await db
    .selectFrom('subscriptions')
    .select('user_count')
    .where('agency_id', '=', agencyId)
    .executeTakeFirstOrThrow()
  expect(user_count).toBe(8)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addCard,
  cancelSubscription,
  continueSubscription,
  payInvoice,
  updateCard,
} from '#domain/billing/contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { cardNumbers, cardOf } from '#testing/billing/cards.ts'
import { type Death, startKilledBilling, type Work } from '#testing/billing/killed-billing.ts'
import { cancelAtPeriodEnd } from './subscription/change-subscription.ts'
import { startAtGateway } from './subscription/start-subscription.ts'
import { syncQuantities } from './subscription/sync-quantities.ts'
import { syncSubscription } from './subscription/sync-subscription.ts'
import { listInvoices } from './subscriptions.ts'

// killed.test.ts cuts the connection at every call of every kind. Here processes are really killed, at each call that changes something at
// the gateway; this one then does the same again, as a person or a job does, and what there is is counted at the gateway.
let stage: TestBilling
let galley: Awaited<ReturnType<typeof startKilledBilling>>
beforeAll(async () => {
  stage = await startBilling()
  const { TOKEN_KEY = '' } = stage.test.services.config
  const env = {
    NODE_ENV: 'development',
    DATABASE_URL: stage.test.url,
    TOKEN_KEY,
    SIGN_IN_PER_MINUTE: '10000',
  }
  galley = await startKilledBilling(stage.proxy.url, env)
})
afterAll(async () => {
  await galley.close()
  await stage.close()
})

/** Somebody on the scene, and what is known of them. */
type Scene = { readonly admin: TestPerson; readonly agencyId: number; readonly customer: string }
type Case = {
  readonly name: string
  /** How many of its calls change something at the gateway. */
  readonly writes: number
  readonly prepare: () => Promise<Scene>
  readonly work: (scene: Scene) => Promise<Work>
  readonly check: (scene: Scene, where: string) => Promise<void>
}

const db = () => stage.test.db
const services = () => stage.test.services
const ofCustomer = (customer: string) => (one: { readonly account: string }) => one.account === customer
const subscriptionsOf = async (customer: string) => (await stage.subscriptions()).filter(ofCustomer(customer))
const chargesOf = async (customer: string) =>
  (await stage.charges()).filter(ofCustomer(customer)).map(({ amount }) => amount)

/** An agency that subscribes; without a trial that is left, so that its first month is charged in a call that is killed. */
const prepareAgency = async (number: string = cardNumbers.good) => {
  const { admin, agencyId } = await stage.agency(number)
  return { admin, agencyId, customer: (await stage.row(agencyId)).gateway_customer_id }
}
const prepareSubscription = async (number?: string) => {
  const scene = await prepareAgency(number)
  await stage.start(scene.agencyId)
  return scene
}
const withoutTrial = async (scene: Scene) => {
  await db()
    .updateTable('subscriptions')
    .set({ trial_ends_at: new Date(0) })
    .where('agency_id', '=', scene.agencyId)
    .execute()
  return scene
}
const prepareEnded = async () => {
  const scene = await prepareSubscription()
  await cancelAtPeriodEnd(services(), scene.agencyId)
  await stage.advance(scene.customer, 15)
  await syncSubscription(services(), scene.agencyId)
  // Only the gateway's clock went on: for Galley too, the days that were free are over.
  await sql`update payment_cards set trial_started_at = trial_started_at - interval '20 days'
    where agency_id = ${scene.agencyId}`.execute(db())
  await sql`update subscriptions
    set period_start = period_start - interval '20 days', period_end = period_end - interval '20 days'
    where agency_id = ${scene.agencyId}`.execute(db())
  return scene
}
const prepareOpenInvoice = async () => {
  const scene = await prepareSubscription(cardNumbers.chargesDeclined)
  await stage.advance(scene.customer, 15)
  await syncSubscription(services(), scene.agencyId)
  await stage.acceptCharges(scene.customer)
  return scene
}
const prepareColleague = async () => {
  const scene = await prepareSubscription()
  const values = { name: 'Ada', email: `ada.${scene.agencyId}@example.com` }
  const user = db().insertInto('users').values(values).returning('id')
  const { id } = await user.executeTakeFirstOrThrow()
  const member = { agency_id: scene.agencyId, user_id: id, role: 'content-creator' as const }
  await db().insertInto('agency_members').values(member).execute()
  return scene
}
const prepareCancelled = async () => {
  const scene = await prepareSubscription()
  await cancelAtPeriodEnd(services(), scene.agencyId)
  return scene
}
const prepareNewcomer = async () => {
  const values = { name: 'Zoë', email: `zoe.killed${Math.random()}@example.com` }
  const { id: userId } = await db()
    .insertInto('users')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { admin: { userId, name: 'Zoë' }, agencyId: 0, customer: '' }
}

const call = async (
  { admin, agencyId }: Scene,
  { path }: { path: string },
  body?: object,
): Promise<Work> => ({
  kind: 'call',
  token: await stage.test.tokenOf(admin),
  ...(body && { body }),
  path: path.replace('{agencyId}', String(agencyId)),
})
/** Card names hold no long numbers. */
const nameOf = ({ admin }: Scene) =>
  `Zoë ${String(admin.userId).replace(/\d/g, digit => 'abcdefghij'[Number(digit)] ?? '')}`
const cardFor = (scene: Scene, number?: string) => cardOf(number, { cardName: nameOf(scene) })
/** The cards that the gateway can charge, of those that were typed on this scene. */
const keptCards = async (scene: Scene) =>
  (await stage.cards()).filter(card => card.name === nameOf(scene) && card.account !== '' && !card.detached)
const storedCards = ({ admin }: Scene) =>
  db().selectFrom('payment_cards').select('gateway_token').where('user_id', '=', admin.userId).execute()

const checkRunning =
  (statuses: readonly string[], charges: readonly number[]): Case['check'] =>
  async ({ agencyId, customer }, where) => {
    await syncSubscription(services(), agencyId)
    const found = await subscriptionsOf(customer)
    expect(found.map(({ status }) => status).sort(), where).toEqual(statuses)
    expect(await chargesOf(customer), where).toEqual(charges)
    const row = await stage.row(agencyId)
    expect(found.at(-1)?.id, where).toBe(row.gateway_subscription_id)
    expect(statuses, where).toContain(row.status)
  }
const checkEnds =
  (isEnding: boolean): Case['check'] =>
  async (scene, where) => {
    await checkRunning(['trialing'], [])(scene, where)
    expect(await subscriptionsOf(scene.customer), where).toMatchObject([{ cancel_at_period_end: isEnding }])
  }

const cases: readonly Case[] = [
  {
    name: 'begins a subscription',
    writes: 1,
    check: checkRunning(['active'], [3400]),
    prepare: async () => withoutTrial(await prepareAgency()),
    work: async ({ agencyId }) => ({ kind: 'start', agencyId }),
  },
  {
    name: 'begins one again',
    writes: 1,
    prepare: prepareEnded,
    work: scene => call(scene, continueSubscription),
    check: checkRunning(['active', 'canceled'], [3400]),
  },
  {
    name: 'pays an invoice',
    writes: 1,
    prepare: prepareOpenInvoice,
    work: async scene => {
      const [invoice] = await listInvoices(db(), scene.agencyId)
      return call(scene, { path: payInvoice.path.replace('{invoiceId}', String(invoice?.id)) })
    },
    check: checkRunning(['active'], [3400]),
  },
  {
    name: 'changes the quantities',
    writes: 1,
    prepare: prepareColleague,
    work: async () => ({ kind: 'quantities' }),
    check: async (scene, where) => {
      await checkRunning(['trialing'], [])(scene, where)
      expect(await stage.row(scene.agencyId), where).toMatchObject({ user_count: 2 })
    },
  },
  {
    name: 'cancels a subscription',
    writes: 1,
    prepare: prepareSubscription,
    work: scene => call(scene, cancelSubscription),
    check: checkEnds(true),
  },
  {
    name: 'continues a subscription',
    writes: 1,
    prepare: prepareCancelled,
    work: scene => call(scene, continueSubscription),
    check: checkEnds(false),
  },
  {
    name: 'adds a card',
    writes: 3,
    prepare: prepareNewcomer,
    work: scene => call(scene, addCard, cardFor(scene)),
    check: async (scene, where) => {
      const kept = await keptCards(scene)
      const tokens = kept.map(({ account, id }) => ({ gateway_token: `${account}/${id}` }))
      expect(tokens, where).toHaveLength(1)
      expect(await storedCards(scene), where).toEqual(tokens)
    },
  },
  {
    name: 'replaces a card',
    writes: 5,
    prepare: prepareSubscription,
    work: scene => call(scene, updateCard, cardFor(scene, cardNumbers.other)),
    check: async (scene, where) => {
      // The former one is deleted after the answer.
      await expect.poll(async () => (await keptCards(scene)).length, { message: where }).toBe(1)
      const [card] = await keptCards(scene)
      expect(await subscriptionsOf(scene.customer), where).toMatchObject([{ default_card: card?.id }])
      expect(await storedCards(scene), where).toEqual([{ gateway_token: `${scene.customer}/${card?.id}` }])
      expect(await chargesOf(scene.customer), where).toEqual([])
    },
  },
]

/** The same once more, after the killed process is no longer waited for. */
const repeat = async (scene: Scene, work: Work) => {
  if (work.kind === 'start') return startAtGateway(services(), work.agencyId)
  if (work.kind === 'quantities') return syncQuantities(services())
  stage.test.clock.set(new Date(Date.now() + 100_000))
  const answer = await stage.test.send(scene.admin, 'POST', work.path, work.body)
  expect(answer.status, work.path).toBe(200)
}

/** The moments at which a work's processes die. */
const deathsOf = (passed: readonly { readonly isWrite: boolean }[]): Death[] =>
  passed
    .flatMap(({ isWrite }, index) => (isWrite ? [index < passed.length - 1] : []))
    .flatMap((hasNext, at) => [
      { at, moment: 'answered' as const },
      ...(hasNext ? [{ at, moment: 'next' as const }] : []),
    ])

for (const { name, writes, prepare, work, check } of cases)
  it(`A process that is killed with -9 while it ${name} has done it once, when another has gone on`, async () => {
    // The first subscription also makes the prices at the gateway.
    await stage.start((await stage.agency()).agencyId)
    const first = await prepare()
    expect(await galley.run(await work(first))).toBe(true)
    await check(first, 'not killed')
    const passed = galley.passed()
    // The last one may come after the answer.
    await expect.poll(() => passed.filter(({ isWrite }) => isWrite)).toHaveLength(writes)
    for (const death of deathsOf(passed)) {
      const where = `killed at call ${death.at + 1} of ${writes}, ${death.moment}`
      const scene = await prepare()
      const order = await work(scene)
      expect(await galley.runKilled(order, death), where).toBe(true)
      await repeat(scene, order)
      await check(scene, where)
    }
  }, 120_000)

import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signatureOf } from '#sandbox/cards/messages.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { compareSubscriptions } from './subscription/compare-subscriptions.ts'
import { syncSubscriptionQueue } from './subscription/sync-subscription.ts'

// The sandbox signs and sends by itself, over HTTP, to a Galley that listens.
let stage: TestBilling
let url: string
beforeAll(async () => {
  stage = await startBilling()
  await stage.test.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(stage.test.app.server.address() as AddressInfo).port}/webhooks/cards`
})
afterAll(() => stage.close())

const travel = (delivery: string) => stage.form('messages', { url, delivery })
const taken = async () =>
  (await stage.test.db.selectFrom('gateway_events').select('id').execute()).map(({ id }) => id)
const sentOf = async (customer: string) =>
  (await stage.messages()).filter(({ payload }) => payload.includes(customer)).map(({ id }) => id)

let agencyId: number
let customer: string
beforeEach(async () => {
  await travel('dropped')
  ;({ agencyId } = await stage.agency())
  await stage.start(agencyId)
  customer = (await stage.row(agencyId)).gateway_customer_id
  await stage.runSyncs()
})
const statusAfterReading = async () => {
  await stage.runSyncs()
  return (await stage.row(agencyId)).status
}

describe('Messages that the gateway sends over HTTP', () => {
  it.each(['normal', 'doubled', 'reordered'])(
    'are taken once each when they travel %s, and the row is as the gateway has it',
    async how => {
      await travel(how)
      const before = new Set(await sentOf(customer))
      await stage.advance(customer, 15)
      // What is held back for a change of order goes out when that ends.
      await travel('normal')
      const sent = (await sentOf(customer)).filter(id => !before.has(id))
      expect(sent.length).toBeGreaterThan(2)
      await expect
        .poll(async () => (await taken()).filter(id => sent.includes(id)).sort())
        .toEqual([...sent].sort())
      expect(await statusAfterReading()).toBe('active')
      const readings = await stage.test.enqueued(syncSubscriptionQueue)
      expect(readings.filter(one => one.agencyId === agencyId)).toHaveLength(sent.length)
    },
  )

  it('change nothing when they are dropped, until the night or until one comes late', async () => {
    await stage.advance(customer, 15)
    expect(await statusAfterReading()).toBe('trialing')
    const [oldest = ''] = await sentOf(customer)
    await stage.form(`messages/${oldest}`, {})
    await expect.poll(taken).toContain(oldest)
    // The oldest message, whose object was still in its trial, brings the newest state.
    expect(await statusAfterReading()).toBe('active')
    await stage.advance(customer, 31)
    await compareSubscriptions(stage.test.services)
    expect((await stage.charges()).filter(({ account }) => account === customer)).toHaveLength(2)
  })
})

describe('A message that is not the gateway’s', () => {
  const payloadOf = async () => (await stage.messages()).at(-1)?.payload ?? ''
  const post = (body: string, signature: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  const otherSecret = (payload: string) => {
    const time = Math.floor(Date.now() / 1000)
    return `t=${time},v1=${createHmac('sha256', 'whsec_another_account').update(`${time}.${payload}`).digest('hex')}`
  }

  it.each([
    ['of another account', otherSecret],
    ['signed six minutes ago', (payload: string) => signatureOf(payload, Date.now() - 6 * 60_000)],
    ['with another text', (payload: string) => signatureOf(`${payload} `, Date.now())],
    ['without a signature', () => ''],
  ])('%s is refused, and nothing is read', async (_what, sign) => {
    const payload = await payloadOf()
    const before = await taken()
    expect((await post(payload, sign(payload))).status).toBe(400)
    expect(await taken()).toEqual(before)
    expect(await stage.runSyncs()).toEqual([])
  })

  it('and is larger than any message is refused before it is read, and Galley goes on', async () => {
    const huge = JSON.stringify({ padding: 'x'.repeat(1_200_000) })
    const { status } = await post(huge, signatureOf(huge, Date.now()))
    expect(status).toBe(413)
    const payload = await payloadOf()
    expect((await post(payload, signatureOf(payload, Date.now()))).status).toBe(200)
  })
})

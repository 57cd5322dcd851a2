import { describe, expect, it } from 'vitest'
import { signatureOf } from '#sandbox/cards/messages.ts'
import { useSubscriptions } from '#testing/openings/subscriptions.ts'

const { stage, started } = useSubscriptions()

describe('A message of the gateway', () => {
  it('is taken once, and only with a good and recent signature', async () => {
    await started()
    const [message] = (await stage.messages()).slice(-1)
    const payload = message?.payload ?? ''
    const before = await stage.runSyncs()
    expect(before).toEqual([])
    for (const signature of ['', 't=1,v1=00', signatureOf(`${payload} `, Date.now())])
      expect((await stage.send(payload, signature)).statusCode, signature).toBe(400)
    const old = signatureOf(payload, Date.now() - 6 * 60_000)
    expect((await stage.send(payload, old)).statusCode).toBe(400)
    expect(await stage.runSyncs()).toEqual([])
    for (const _time of [1, 2]) expect((await stage.send(payload)).statusCode).toBe(200)
    expect(await stage.runSyncs()).toEqual(['done'])
  })

  it('about the customer is a reason to look too', async () => {
    const { customer } = await started()
    const payload = JSON.stringify({
      id: 'evt_customer',
      object: 'event',
      type: 'customer.updated',
      created: 1,
      data: { object: { object: 'customer', id: customer } },
    })
    expect((await stage.send(payload)).statusCode).toBe(200)
    expect(await stage.runSyncs()).toEqual(['done'])
  })

  it('about a customer that is not ours changes nothing', async () => {
    const payload = JSON.stringify({
      id: 'evt_other',
      object: 'event',
      type: 'invoice.paid',
      created: 1,
      data: { object: { object: 'invoice', id: 'in_other', customer: 'cus_other' } },
    })
    expect((await stage.send(payload)).statusCode).toBe(200)
    expect(await stage.runSyncs()).toEqual([])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishers } from '../testing/clients.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await fetch(`${sandbox.url()}/sandbox/reset`, { method: 'POST' })
})

describe.each(publishers)('A fault ordered for $network', ({ network, publish }) => {
  it('of a lost answer cuts the connection and leaves exactly one post', async () => {
    await sandbox.orderFault({ network, fault: 'lost_answer' })
    await expect(publish(sandbox, 'Lost on the way back')).rejects.toThrow()
    expect((await sandbox.objects(network)).map(post => post.text)).toEqual(['Lost on the way back'])
  })

  it('of an error before storing leaves nothing', async () => {
    await sandbox.orderFault({ network, fault: 'error_before' })
    expect((await publish(sandbox, 'Never arrives')).status).toBe(500)
    expect(await sandbox.objects(network)).toEqual([])
  })

  it('of an error after storing answers 500 although the post is live', async () => {
    await sandbox.orderFault({ network, fault: 'error_after' })
    expect((await publish(sandbox, 'Arrives all the same')).status).toBe(500)
    expect(await sandbox.objects(network)).toHaveLength(1)
  })

  it('of a rate limit names the seconds to wait only when told to', async () => {
    await sandbox.orderFault({ network, fault: 'rate_limited', retry_after: 7 })
    const told = await publish(sandbox, 'Too fast')
    expect([told.status, told.headers.get('retry-after')]).toEqual([429, '7'])
    await sandbox.orderFault({ network, fault: 'rate_limited' })
    const untold = await publish(sandbox, 'Too fast')
    expect([untold.status, untold.headers.get('retry-after')]).toEqual([429, null])
    expect(await sandbox.objects(network)).toEqual([])
  })

  it.each(['expired', 'revoked'])('saying that the token is %s refuses and stores nothing', async fault => {
    await sandbox.orderFault({ network, fault })
    expect([400, 401]).toContain((await publish(sandbox, 'Not allowed any more')).status)
    expect(await sandbox.objects(network)).toEqual([])
  })

  it('of a malformed answer stores the post and answers what no client can read', async () => {
    await sandbox.orderFault({ network, fault: 'malformed' })
    const answer = await publish(sandbox, 'Answered in riddles')
    expect(answer.ok).toBe(true)
    await expect(answer.json()).rejects.toThrow()
    expect(await sandbox.objects(network)).toHaveLength(1)
  })

  it('of slowness answers late and well', async () => {
    await sandbox.orderFault({ network, fault: 'slow', delay_ms: 80 })
    const started = performance.now()
    expect((await publish(sandbox, 'In its own time')).ok).toBe(true)
    expect(performance.now() - started).toBeGreaterThan(75)
  })

  it('of slowness is over for what waits, too, once it is forgiven', async () => {
    await sandbox.orderFault({ network, fault: 'slow', delay_ms: 600_000 })
    const waiting = publish(sandbox, 'At last')
    const hits = async () => (await sandbox.get<{ hits: number }[]>('/sandbox/faults')).map(each => each.hits)
    await expect.poll(hits).toEqual([1])
    await fetch(`${sandbox.url()}/sandbox/faults`, { method: 'DELETE' })
    expect((await waiting).ok).toBe(true)
  })

  it('is used up after the times asked for, and the next post goes out', async () => {
    await sandbox.orderFault({ network, fault: 'error_before', times: 2 })
    expect((await publish(sandbox, 'One')).status).toBe(500)
    expect((await publish(sandbox, 'One')).status).toBe(500)
    expect((await publish(sandbox, 'One')).ok).toBe(true)
    expect(await sandbox.get(`/sandbox/publish-calls?network=${network}`)).toHaveLength(3)
  })

  it('of another account does not strike', async () => {
    const other = await sandbox.account(network, 'Northwind Outdoors')
    await sandbox.orderFault({ network, fault: 'error_before', account: other.external_id })
    expect((await publish(sandbox, 'Unharmed')).ok).toBe(true)
  })

  it('lasts until removed when the times are null, and over a restart', async () => {
    await sandbox.orderFault({ network, fault: 'error_before', times: null })
    expect((await publish(sandbox, 'Not yet')).status).toBe(500)
    await sandbox.restart()
    expect((await publish(sandbox, 'Not yet')).status).toBe(500)
    await fetch(`${sandbox.url()}/sandbox/faults`, { method: 'DELETE' })
    expect((await publish(sandbox, 'Not yet')).ok).toBe(true)
  })
})

describe.each(publishers)('A token of $network', ({ network, publish }) => {
  it.each(['expired', 'revoked'])(
    'that is %s is refused on every call until it is active again',
    async state => {
      const { external_id: account } = await sandbox.account(network)
      const become = (next: string) =>
        fetch(`${sandbox.url()}/sandbox/tokens`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ network, account, state: next }),
        })
      await become(state)
      expect([400, 401]).toContain((await publish(sandbox, 'Locked out')).status)
      await become('active')
      expect((await publish(sandbox, 'Back in')).ok).toBe(true)
      expect((await sandbox.objects(network)).map(post => post.text)).toEqual(['Back in'])
    },
  )
})

describe('An order for a fault', () => {
  it.each([
    { network: 'myspace', fault: 'slow' },
    { network: 'facebook', fault: 'explode' },
    { network: 'facebook', fault: 'slow', times: 0 },
    { network: 'facebook', fault: 'slow', often: true },
  ])('that makes no sense is refused: %j', async order => {
    expect(await sandbox.orderFault(order)).toBe(400)
  })
})

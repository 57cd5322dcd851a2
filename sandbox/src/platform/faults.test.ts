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

describe.each(publishers)('A fault on $network', ({ network, publish }) => {
  it('that loses the answer cuts the connection and leaves exactly one post', async () => {
    await sandbox.addFault({ network, fault: 'lost_answer' })
    await expect(publish(sandbox, 'Lost on the way back')).rejects.toThrow()
    expect((await sandbox.objects(network)).map(post => post.text)).toEqual(['Lost on the way back'])
  })

  it('that fails before storing leaves no post', async () => {
    await sandbox.addFault({ network, fault: 'error_before' })
    expect((await publish(sandbox, 'Never arrives')).status).toBe(500)
    expect(await sandbox.objects(network)).toEqual([])
  })

  it('that fails after storing answers 500 although the post is live', async () => {
    await sandbox.addFault({ network, fault: 'error_after' })
    expect((await publish(sandbox, 'Arrives all the same')).status).toBe(500)
    expect(await sandbox.objects(network)).toHaveLength(1)
  })

  it('that hits the rate limit sends Retry-After only if it was given one', async () => {
    await sandbox.addFault({ network, fault: 'rate_limited', retry_after: 7 })
    const withHint = await publish(sandbox, 'Too fast')
    expect([withHint.status, withHint.headers.get('retry-after')]).toEqual([429, '7'])
    await sandbox.addFault({ network, fault: 'rate_limited' })
    const withoutHint = await publish(sandbox, 'Too fast')
    expect([withoutHint.status, withoutHint.headers.get('retry-after')]).toEqual([429, null])
    expect(await sandbox.objects(network)).toEqual([])
  })

  it.each(['expired', 'revoked'])(
    'that reports the token as %s refuses the post and stores nothing',
    async fault => {
      await sandbox.addFault({ network, fault })
      expect([400, 401]).toContain((await publish(sandbox, 'Not allowed any more')).status)
      expect(await sandbox.objects(network)).toEqual([])
    },
  )

  it('that garbles the answer stores the post and sends an unreadable body', async () => {
    await sandbox.addFault({ network, fault: 'malformed' })
    const answer = await publish(sandbox, 'Answered in riddles')
    expect(answer.ok).toBe(true)
    await expect(answer.json()).rejects.toThrow()
    expect(await sandbox.objects(network)).toHaveLength(1)
  })

  it('that delays the answer still publishes and answers correctly', async () => {
    await sandbox.addFault({ network, fault: 'slow', delay_ms: 80 })
    expect((await publish(sandbox, 'In its own time')).ok).toBe(true)
    expect(await sandbox.objects(network)).toHaveLength(1)
  })

  it('that delays the answer is overtaken by a later call, and releases the waiting one as soon as it is cleared', async () => {
    await sandbox.addFault({ network, fault: 'slow', delay_ms: 600_000 })
    let isAnswered = false
    const waiting = publish(sandbox, 'At last').then(answer => {
      isAnswered = true
      return answer
    })
    const hits = async () => (await sandbox.get<{ hits: number }[]>('/sandbox/faults')).map(each => each.hits)
    await expect.poll(hits).toEqual([1])
    expect((await publish(sandbox, 'Overtaking')).ok).toBe(true)
    expect(isAnswered).toBe(false)
    await fetch(`${sandbox.url()}/sandbox/faults`, { method: 'DELETE' })
    expect((await waiting).ok).toBe(true)
  })

  it('applies as often as requested, then the next post goes out', async () => {
    await sandbox.addFault({ network, fault: 'error_before', times: 2 })
    expect((await publish(sandbox, 'One')).status).toBe(500)
    expect((await publish(sandbox, 'One')).status).toBe(500)
    expect((await publish(sandbox, 'One')).ok).toBe(true)
    expect(await sandbox.get(`/sandbox/publish-calls?network=${network}`)).toHaveLength(3)
  })

  it('for another account has no effect', async () => {
    const other = await sandbox.account(network, 'Northwind Outdoors')
    await sandbox.addFault({ network, fault: 'error_before', account: other.external_id })
    expect((await publish(sandbox, 'Unharmed')).ok).toBe(true)
  })

  it('without a number of times lasts until it is removed, even over a restart', async () => {
    await sandbox.addFault({ network, fault: 'error_before', times: null })
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

describe('A request for a fault', () => {
  it.each([
    { network: 'myspace', fault: 'slow' },
    { network: 'facebook', fault: 'explode' },
    { network: 'facebook', fault: 'slow', times: 0 },
    { network: 'facebook', fault: 'slow', often: true },
  ])('that is invalid is refused: %j', async fault => {
    expect(await sandbox.addFault(fault)).toBe(400)
  })
})

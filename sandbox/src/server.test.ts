import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishers } from './testing/clients.ts'
import { type DemoAccount, type StoredObject, startTestSandbox, type TestSandbox } from './testing/start.ts'

describe('The sandbox', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  it('starts with two brands on four networks, a third one without Instagram, and the app’s credentials', async () => {
    const { accounts, app } = await sandbox.get<{ accounts: DemoAccount[]; app: object }>(
      '/sandbox/demo-accounts',
    )
    expect(accounts.map(account => `${account.brand} ${account.social_network}`)).toEqual([
      ...['Harbor Coffee Roasters', 'Northwind Outdoors'].flatMap(brand =>
        ['facebook', 'instagram', 'linkedin', 'twitter'].map(network => `${brand} ${network}`),
      ),
      ...['facebook', 'linkedin', 'twitter'].map(network => `Juniper Bakery ${network}`),
    ])
    expect(new Set(accounts.map(account => account.token)).size).toBe(11)
    expect(Object.keys(app)).toEqual(['facebook', 'linkedin', 'twitter'])
    const logo = await fetch(accounts[0]?.logo_url ?? '')
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('tells the time of its own clock in every answer, as a network does', async () => {
    sandbox.passTime(3_600_000)
    const { headers } = await fetch(`${sandbox.url()}/sandbox/objects`)
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - sandbox.now())).toBeLessThan(60_000)
  })

  it('has the same accounts, tokens and posts after a restart', async () => {
    for (const { publish } of publishers) expect((await publish(sandbox, 'Still here')).ok).toBe(true)
    const state = async () => ({
      accounts: (await sandbox.get<{ accounts: DemoAccount[] }>('/sandbox/demo-accounts')).accounts.map(
        ({ logo_url: _address, ...account }) => account,
      ),
      posts: (await sandbox.get<StoredObject[]>('/sandbox/objects')).map(({ id, text }) => ({ id, text })),
    })
    const before = await state()
    await sandbox.restart()
    expect(await state()).toEqual(before)
    expect(before.posts).toHaveLength(4)
  })

  it('escapes what people wrote', async () => {
    const account = await sandbox.account('facebook')
    const [facebook] = publishers
    await facebook?.publish(sandbox, '<script>alert(1)</script>')
    const feed = await (await fetch(`${sandbox.url()}/feeds/facebook/${account.external_id}`)).text()
    expect(feed).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(feed).not.toContain('<script')
  })

  it('answers an unknown URL with a page that links back', async () => {
    const missing = await fetch(`${sandbox.url()}/feeds/facebook/1`)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('All accounts')
  })

  it('adds faults from the fault panel’s form and shows them', async () => {
    const form = { network: 'twitter', fault: 'slow', times: '', account: '', delay_ms: '5', retry_after: '' }
    const page = await fetch(`${sandbox.url()}/faults`, { method: 'POST', body: new URLSearchParams(form) })
    expect(await page.text()).toContain('until removed')
    expect(await sandbox.get('/sandbox/faults')).toMatchObject([
      { network: 'twitter', fault: 'slow', delay_ms: 5 },
    ])
  })
})

describe('The sandbox process', () => {
  const start = (dataDir: string, environment: Record<string, string> = {}) =>
    spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
      env: { ...process.env, NODE_ENV: 'development', SANDBOX_PORT: '0', DATA_DIR: dataDir, ...environment },
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    })
  const ready = async (child: ChildProcess) => {
    const [message] = (await once(child, 'message')) as [{ ready: string }]
    return message.ready
  }
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sandbox-process-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('keeps every post it has confirmed when it is killed without warning', async () => {
    const first = start(dataDir)
    const url = await ready(first)
    const { accounts } = (await (await fetch(`${url}/sandbox/demo-accounts`)).json()) as {
      accounts: DemoAccount[]
    }
    const page = accounts[0]
    const body = new URLSearchParams({ message: 'Before the crash', access_token: page?.token ?? '' })
    await fetch(`${url}/graph/v25.0/${page?.external_id}/feed`, { method: 'POST', body })
    first.kill('SIGKILL')
    await once(first, 'exit')
    const second = start(dataDir)
    const posts = (await (await fetch(`${await ready(second)}/sandbox/objects`)).json()) as StoredObject[]
    expect(posts.map(post => post.text)).toEqual(['Before the crash'])
    second.kill('SIGTERM')
    expect((await once(second, 'exit'))[0]).toBe(0)
  })

  it('takes another port for mails when a neighbor has its usual one, unless the port was named', async () => {
    const neighbor = createServer().listen(0, '127.0.0.1')
    await once(neighbor, 'listening')
    const taken = (neighbor.address() as AddressInfo).port
    const child = start(dataDir, { SANDBOX_PORT: String(taken - 25) })
    const [{ smtp }] = (await once(child, 'message')) as [{ smtp: string }]
    expect(new URL(smtp).port).not.toBe(String(taken))
    child.kill('SIGTERM')
    await once(child, 'exit')

    const named = start(dataDir, { SANDBOX_SMTP_PORT: String(taken) })
    let complaint = ''
    named.stderr?.on('data', text => {
      complaint += String(text)
    })
    expect((await once(named, 'close'))[0]).toBe(1)
    expect(complaint).toContain(`Port ${taken} is in use. Set SANDBOX_SMTP_PORT to another port`)
    neighbor.close()
  })

  it('stops when its parent process is gone', async () => {
    const child = start(dataDir)
    await ready(child)
    child.disconnect()
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  it('prints no warning and refuses to run in production', async () => {
    const child = start(dataDir, { NODE_ENV: 'production' })
    let complaint = ''
    child.stderr?.on('data', text => {
      complaint += String(text)
    })
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(complaint).toMatch(/never runs in production/)
    const fine = start(dataDir)
    let noise = ''
    fine.stderr?.on('data', text => {
      noise += String(text)
    })
    await ready(fine)
    fine.kill('SIGTERM')
    await once(fine, 'close')
    expect(noise).toBe('')
  })
})

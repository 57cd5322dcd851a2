import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Galley as `npm start` runs it, on a folder of this test's own. */
let dataDir: string
let port: number
let sandboxPort: number
const children = new Set<ChildProcess>()

/** Not among those that systems give away: it has to stay free while Galley is down. */
const freePort = async (from: number): Promise<number> => {
  const probe = createServer().listen(from, '127.0.0.1')
  const isTaken = await once(probe, 'listening').then(
    () => false,
    () => true,
  )
  if (isTaken) return freePort(from + 1)
  probe.close()
  await once(probe, 'close')
  return from
}

const start = (env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  child.stdout.on('data', chunk => {
    output += String(chunk)
  })
  child.stderr.on('data', chunk => {
    output += String(chunk)
  })
  const said = async (words: string): Promise<void> => {
    for (let turn = 0; !output.includes(words); turn++) {
      if (turn > 3_600 || child.exitCode !== null) throw new Error(`Galley never said "${words}":\n${output}`)
      await sleep(50)
    }
  }
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  return { child, said, ended, output: () => output }
}

const call = async (method: string, address: string, options: { token?: string; body?: unknown } = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}/api${address}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
  })
  return ((await response.json()) as { data: Record<string, unknown> }).data
}
const isSandboxThere = () =>
  fetch(`http://127.0.0.1:${sandboxPort}`).then(
    () => true,
    () => false,
  )
const signIn = async (): Promise<string> => {
  const body = { email: 'carl@bluebird.example', password: 'galley-demo' }
  return String((await call('POST', '/auth/signin', { body })).token)
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'galley-main-'))
  port = await freePort(12_000 + (process.pid % 8_000))
  sandboxPort = await freePort(port + 1)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  // A start on the folder adopts whatever database a kill left running, and its end takes it along.
  const last = start()
  await last.said('Galley  http')
  last.child.kill('SIGTERM')
  await last.ended
  await rm(dataDir, { recursive: true, force: true })
})

describe('npm start', () => {
  it('says where it is, who may sign in, and that it runs already when started twice', async () => {
    const first = start()
    await first.said('external-approver')
    expect(first.output()).toContain(`http://127.0.0.1:${port}`)
    const second = start()
    expect((await second.ended).code).toBe(0)
    expect(second.output()).toContain(`Galley is already running on this folder: http://127.0.0.1:${port}`)
    expect(await signIn()).toMatch(/^[\w-]{43}$/)
    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
  })

  it('loses nothing that was answered when it is killed', async () => {
    const first = start()
    await first.said('Galley  http')
    const token = await signIn()
    const body = { project_id: 1, social_networks: ['facebook'], type: 'text', is_temporary: false }
    const created = await call('POST', '/posts', { token, body })
    first.child.kill('SIGKILL')
    await first.ended
    // The sandbox and its port go with their parent.
    await expect.poll(isSandboxThere).toBe(false)
    const again = start()
    await again.said('Galley  http')
    const post = await call('GET', `/posts/${created.post_id}`, { token })
    expect(post).toMatchObject({ id: created.post_id, status: 'draft' })
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })

  it('runs web and worker as processes of their own on the same folder', async () => {
    const web = start({ ROLES: 'web' })
    await web.said('Galley  http')
    const worker = start({ ROLES: 'worker' })
    await worker.said('Galley worker is running')
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    // The worker's end leaves the web's database alone.
    expect(await signIn()).toMatch(/^[\w-]{43}$/)
    web.child.kill('SIGTERM')
    expect((await web.ended).code).toBe(0)
  })

  it('names everything that is wrong with its configuration at once, and starts nothing', async () => {
    const wrong = start({ PORT: 'ninety', ROLES: 'web,cook', TOKEN_KEY: 'short' })
    expect((await wrong.ended).code).toBe(1)
    for (const name of ['PORT', 'ROLES', 'TOKEN_KEY']) expect(wrong.output()).toContain(name)
    const production = start({ NODE_ENV: 'production', SANDBOX: 'true' })
    expect((await production.ended).code).toBe(1)
    expect(production.output()).toContain('the sandbox never starts in production')
  })
})

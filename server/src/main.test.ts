import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os, { getPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { galleyCalls } from '#testing/galley-calls.ts'
import { findPort, type GalleyProcess, runCommand, startGalley } from '#testing/galley-process.ts'
import { runningPostmaster } from './platform/db/embedded/postmaster.ts'

/** Galley as `npm start` runs it, on a folder of this test's own. */
let dataDir: string
let port: number
let sandboxPort: number
const children = new Set<ChildProcess>()

const ownEnv = () => ({ DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
const start = (env: Record<string, string> = {}): GalleyProcess => {
  const galley = startGalley({ ...ownEnv(), ...env })
  children.add(galley.child)
  return galley
}
/** The process of the embedded database, or undefined. */
const databasePid = (): number | undefined => runningPostmaster(path.join(dataDir, 'postgres'))?.pid

const { call, signIn } = galleyCalls(() => port)
const isSandboxThere = () =>
  fetch(`http://127.0.0.1:${sandboxPort}`).then(
    () => true,
    () => false,
  )

/** Listens to the live updates of the demo project. */
const listen = async (token: string) => {
  const ending = new AbortController()
  const stream = await fetch(`http://127.0.0.1:${port}/api/projects/1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  })
  let heard = ''
  const read = async () => {
    for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString()
  }
  read().catch(() => undefined)
  return { heard: () => heard, close: () => ending.abort() }
}
const untilStatus = async (ask: () => Promise<Response>, status: number): Promise<Response> => {
  for (let turn = 0; turn < 600; turn++) {
    const answer = await ask()
    if (answer.status === status) return answer
    await sleep(50)
  }
  throw new Error(`never answered ${status}`)
}
const createTextPost = async (token: string, message: string): Promise<{ id: number }> => {
  const body = { project_id: 1, social_networks: ['facebook'], type: 'text' }
  const { post } = (await call('POST', '/posts', { token, body })) as unknown as {
    post: { id: number; post_socials: { id: number }[] }
  }
  const post_socials = post.post_socials.map(({ id }) => ({ id, message }))
  await call('PUT', '/postssocials', { token, body: { post_id: post.id, project_id: 1, post_socials } })
  return post
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'galley-main-'))
  port = await findPort()
  sandboxPort = await findPort(port + 1)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  // A start on the folder adopts a database that a kill left running, and stops it when it ends.
  const last = start()
  await last.said('Galley  http')
  last.child.kill('SIGTERM')
  await last.ended
  await rm(dataDir, { recursive: true, force: true })
})

describe('npm start', () => {
  it('says where it runs and who may sign in, and that it is already running if started twice', async () => {
    const first = start()
    await first.said('external-approver')
    expect(first.output()).toContain(`http://127.0.0.1:${port}`)
    const second = start()
    expect((await second.ended).code).toBe(1)
    expect(second.output()).toContain(`Galley is already running on this folder: http://127.0.0.1:${port}`)
    expect(await signIn('carl@bluebird.example')).toMatch(/^[\w-]{43}$/)
    // No version of a network's API has ended, whatever day it is.
    const doctor = await runCommand(['doctor'], {
      ...ownEnv(),
      FACEBOOK_VERSION: 'v99.0',
      LINKEDIN_VERSION: '209912',
    })
    expect(doctor).toEqual({
      code: 0,
      output: expect.stringMatching(/ok +process +running \(pid \d+\) and ready/),
    })
    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    expect(databasePid()).toBeUndefined()
  })

  it('loses nothing that was answered before it is killed', async () => {
    const first = start()
    await first.said('Galley  http')
    const token = await signIn('carl@bluebird.example')
    const body = { project_id: 1, social_networks: ['facebook'], type: 'text', is_temporary: false }
    const created = await call('POST', '/posts', { token, body })
    first.child.kill('SIGKILL')
    await first.ended
    // The sandbox ends together with its parent, and its port is free.
    await expect.poll(isSandboxThere).toBe(false)
    const again = start()
    await again.said('Galley  http')
    const post = await call('GET', `/posts/${created.post_id}`, { token })
    expect(post).toMatchObject({ id: created.post_id, status: 'draft' })
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })

  it('runs web and worker as separate processes on the same folder', async () => {
    const web = start({ ROLES: 'web' })
    await web.said('Galley  http')
    const worker = start({ ROLES: 'worker' })
    await worker.said('Galley worker is running')
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    // When the worker ends, the web's database keeps running.
    expect(await signIn('carl@bluebird.example')).toMatch(/^[\w-]{43}$/)
    const other = start({ ROLES: 'worker' })
    await other.said('Galley worker is running')
    web.child.kill('SIGTERM')
    expect((await web.ended).code).toBe(0)
    // When the web ends, so does the worker's; the last of them stops it.
    expect(databasePid()).toBeGreaterThan(0)
    other.child.kill('SIGTERM')
    expect((await other.ended).code).toBe(0)
    expect(databasePid()).toBeUndefined()
  })

  it('gives the processor to others first as a worker with an external database', async () => {
    const database = await createTestDatabase()
    const worker = start({ ROLES: 'worker', DATABASE_URL: database.url })
    await worker.said('Galley worker is running')
    expect(getPriority(worker.child.pid)).toBe(10)
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    await database.drop()
  })

  it('restarts a database that was killed, and continues with everything', async () => {
    const galley = start({ LOG_LEVEL: 'silent' })
    await galley.said('Galley  http')
    const token = await signIn('ada@bluebird.example')
    const live = await listen(token)
    const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then(answer => answer.status)
    const ready = () => fetch(`http://127.0.0.1:${port}/api/ready`)
    expect([await health(), (await ready()).status]).toEqual([200, 200])
    process.kill(databasePid() ?? 0, 'SIGKILL')
    const refused = await untilStatus(ready, 503)
    expect(await health()).toBe(200)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toEqual({
      code: 'unavailable',
      message:
        'Galley is running, but its database does not answer. It goes on as soon as the database is back.',
    })
    expect(await (await untilStatus(ready, 200)).json()).toEqual({ data: { status: 'ready' } })

    // Live updates on the stream that stayed open, publishing, and mail.
    await expect.poll(live.heard, { timeout: 30_000 }).toContain('event: gap')
    const post = await createTextPost(token, 'Written after the crash.')
    await expect.poll(live.heard, { timeout: 30_000 }).toContain(`"post_id":${post.id}`)
    await call('POST', `/posts/publish/admin/${post.id}`, { token })
    await expect
      .poll(async () => (await call('GET', `/posts/${post.id}`, { token })).status, { timeout: 60_000 })
      .toBe('live')
    await call('POST', '/password/forgot', { body: { email: 'carl@bluebird.example' } })
    const mails = () =>
      fetch(`http://127.0.0.1:${sandboxPort}/sandbox/mails?to=carl@bluebird.example`).then(one => one.text())
    await expect.poll(mails, { timeout: 60_000 }).toContain('change-password')
    live.close()
    galley.child.kill('SIGTERM')
    expect((await galley.ended).code).toBe(0)
    expect(databasePid()).toBeUndefined()
  })

  it('names all problems of its configuration at once, and starts nothing', async () => {
    const wrong = start({
      NODE_ENV: 'production',
      SANDBOX: 'true',
      CARD_STEP: 'perhaps',
      PORT: 'ninety',
      SANDBOX_PORT: '70000',
      ROLES: 'web,cook',
      TOKEN_KEY: 'short',
      DATABASE_URL: 'mysql://ada:a-secret@db/galley',
      SMTP_URL: 'mail.test',
      MAIL_REPLY_TO: 'ada',
      GOOGLE_CLIENT_ID: 'galley',
      DATABASE_POOL: '2.5',
    })
    expect((await wrong.ended).code).toBe(1)
    const lines = wrong.output().split('\n')
    for (const line of [
      'Galley did not start.',
      'The configuration is wrong:',
      '  PORT: must be a number',
      '  SANDBOX_PORT: must be at most 65535',
      '  ROLES: must be one of web, worker',
      '  CARD_STEP: must be on or off (or true, false, 1, 0)',
      '  TOKEN_KEY: must be 64 hexadecimal digits: openssl rand -hex 32',
      '  DATABASE_URL: must look like postgres://user:password@host:5432/database',
      '  DATABASE_POOL: must be a whole number',
      '  SMTP_URL: must look like smtp://user:password@host:587',
      '  MAIL_REPLY_TO: must be an email address',
      '  GOOGLE_CLIENT_SECRET: must be set together with GOOGLE_CLIENT_ID',
      '  SANDBOX: the sandbox never starts in production',
    ])
      expect(lines).toContain(line)
    expect(wrong.output()).not.toContain('a-secret')
  })
})

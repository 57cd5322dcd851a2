import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPicture } from '#server/networks/testing.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { runAheadMs } from '#server/platform/db/testing-clock.ts'
import { galleyCalls } from '#testing/galley-calls.ts'
import { findPort, type GalleyProcess, startGalley } from '#testing/galley-process.ts'
import { movedDate } from '../../tools/test-clock.ts'

// Processes on machines whose clocks are two hours off, on one database: its clock counts (docs/decisions/0200-one-clock.md).

const HOUR_MS = 3_600_000
const networks = ['facebook', 'instagram', 'linkedin', 'twitter'] as const

let database: TestDatabase
let folder: string
let port: number
let sandboxPort: number
let token: string
let picture: number
const running: GalleyProcess[] = []

const webCalls = galleyCalls(() => port)
const call = (method: string, address: string, body?: object) =>
  webCalls.call(method, address, { token, body })

/** A Galley whose machine's clock is off by so many hours. */
const start = (offHours: number, env: Record<string, string>): GalleyProcess => {
  const galley = startGalley({
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.url,
    TOKEN_KEY: 'ab'.repeat(32),
    SANDBOX_PORT: String(sandboxPort),
    LEAD_TIME_MINUTES: '0',
    LOG_LEVEL: 'warn',
    TEST_CLOCK_AHEAD: String(runAheadMs + offHours * HOUR_MS),
    NODE_OPTIONS: movedDate,
    ...env,
  })
  running.push(galley)
  return galley
}

const stop = async (galley: GalleyProcess): Promise<void> => {
  galley.child.kill('SIGTERM')
  await galley.ended
}

const query = async (statement: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(statement, values)
  await client.end()
  return rows
}

const upload = async (): Promise<number> => {
  const form = new FormData()
  // Instagram takes no PNG, so that it fetches a file that the worker has made.
  const bytes = await createPicture({ format: 'png', width: 1080, height: 1080 })
  form.append('media', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'blue.png')
  const answer = await fetch(`http://127.0.0.1:${port}/api/projects/1/medias`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

const makePost = async (message: string, on: readonly string[] = networks): Promise<number> => {
  const { post } = (await call('POST', '/posts', {
    project_id: 1,
    social_networks: on,
    type: 'single_photo',
  })) as { post: { id: number; post_socials: { id: number }[] } }
  const media_actions = [{ action: 'attach', object_id: picture }]
  const post_socials = post.post_socials.map(({ id }) => ({ id, message, media_actions }))
  await call('PUT', '/postssocials', { post_id: post.id, project_id: 1, post_socials })
  return post.id
}

const timesLive = async (message: string): Promise<number[]> =>
  Promise.all(
    networks.map(async network => {
      const answer = await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/objects?network=${network}`)
      return ((await answer.json()) as { text: string }[]).filter(({ text }) => text === message).length
    }),
  )

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'galley-clocks-'))
  port = await findPort()
  sandboxPort = await findPort(port + 1)
  await start(0, { ROLES: 'web', PORT: String(port) }).said('Demo logins')
  token = await webCalls.signIn('ada@bluebird.example')
  picture = await upload()
}, 240_000)
afterAll(async () => {
  for (const galley of running) await stop(galley)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

it.each([
  ['fast', 2],
  ['slow', -2],
])('A worker two hours %s publishes pictures on every network, once and at their time', async (name, off) => {
  const later = await makePost(`Later, by the ${name} one.`, ['facebook'])
  const [due] = await query(`select to_char(now() + interval '1 hour', 'YYYY-MM-DD HH24:MI') as at`)
  const [date, time] = String(due.at).split(' ')
  const [project] = await query('select timezone from projects where id = 1')
  await query(`update projects set timezone = 'UTC' where id = 1`)
  await call('POST', '/posts/schedules', { post_id: later, date, time, is_autoposting: true })
  await query('update projects set timezone = $1 where id = 1', [project.timezone])
  await call('POST', '/posts/approvals/skip', { post_id: later, skipped_approvals: ['internal', 'external'] })
  const message = `Now, by the ${name} one.`
  const now = await makePost(message)
  await call('POST', `/posts/publish/admin/${now}`)

  const worker = start(off, { ROLES: 'worker', PORT: String(port) })
  await expect
    .poll(async () => (await call('GET', `/posts/${now}`)).status, { interval: 250, timeout: 120_000 })
    .toBe('live')
  expect(await timesLive(message)).toEqual([1, 1, 1, 1])
  expect(await timesLive(`Later, by the ${name} one.`)).toEqual([0, 0, 0, 0])
  await stop(worker)
  expect(worker.output()).toContain("the database's, which it follows")
  // X accepted the first call already.
  expect(worker.output()).not.toContain('refused our time')
})

it.each([
  ['fast', 2],
  ['slow', -2],
])('Sessions and links of a web two hours %s are those of the others', async (_name, off) => {
  const otherPort = await findPort(sandboxPort + 1)
  const other = galleyCalls(() => otherPort)
  const web = start(off, {
    ROLES: 'web',
    PORT: String(otherPort),
    DATA_DIR: path.join(folder, `web${off}`),
    SANDBOX: 'off',
  })
  await web.said('Galley  http')
  const theirs = await other.signIn('ada@bluebird.example')
  expect(await webCalls.call('GET', '/auth/me', { token: theirs })).toMatchObject({
    email: 'ada@bluebird.example',
  })
  expect(await other.call('GET', '/auth/me', { token })).toMatchObject({ email: 'ada@bluebird.example' })

  const [client] = await query(`select id from users where email = 'emil@harbor.example'`)
  const link = async (calls: typeof other) => {
    const body = { user_id: Number(client.id) }
    const { url } = await calls.call('POST', '/projects/1/approval-links', { token, body })
    return new URL(String(url)).hash.slice(1)
  }
  const [made, madeByOther] = [await link(webCalls), await link(other)]
  const open = (calls: typeof other, secret: string) =>
    calls.send('GET', '/approval-link', { token: secret }).then(({ status }) => status)
  expect([await open(other, made), await open(webCalls, madeByOther)]).toEqual([200, 200])
  await query(`update approval_links set expires_at = now() + interval '1 hour'`)
  expect([await open(webCalls, made), await open(other, made)]).toEqual([200, 200])
  await query(`update approval_links set expires_at = now() - interval '1 hour'`)
  expect([await open(webCalls, made), await open(other, made)]).not.toContain(200)
  await stop(web)
})

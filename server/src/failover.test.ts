import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { galleyCalls } from '#testing/galley-calls.ts'
import { findPort, type GalleyProcess, startGalley } from '#testing/galley-process.ts'
import {
  findSystemPostgres,
  startStandby,
  startSystemPostgres,
} from '../../tools/postgres/system-postgres.ts'

const bin = process.env.FAILOVER === 'on' ? findSystemPostgres() : null

let folder: string
let port: number
let sandboxPort: number
let galley: GalleyProcess
let token = ''
const stops: (() => Promise<unknown>)[] = []

const calls = galleyCalls(() => port)
const call = (method: string, address: string, body?: object) => calls.call(method, address, { token, body })
const attempt = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)

/** Creates a post that is published at once. @returns its id if that was acknowledged */
const publish = async (message: string): Promise<number | null> => {
  const created = (await call('POST', '/posts', {
    project_id: 1,
    social_networks: ['facebook'],
    type: 'text',
  })) as { post: { id: number; post_socials: { id: number }[] } }
  const { id, post_socials } = created.post
  const texts = post_socials.map(social => ({ id: social.id, message }))
  await call('PUT', '/postssocials', { post_id: id, project_id: 1, post_socials: texts })
  await call('POST', `/posts/publish/admin/${id}`)
  return id
}

beforeAll(async () => {
  if (!bin) return
  folder = await mkdtemp(path.join(tmpdir(), 'galley-failover-'))
  // PostgreSQL runs as another user than root.
  await chmod(folder, 0o755)
  port = await findPort()
  sandboxPort = await findPort(port + 1)
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  if (bin) await rm(folder, { recursive: true, force: true })
})

it.runIf(bin)(
  'After a standby took over, what was acknowledged is there and goes out once',
  async () => {
    const primary = await startSystemPostgres(bin ?? '', folder)
    stops.push(primary.stop)
    const standby = await startStandby(bin ?? '', primary.url, folder)
    stops.push(standby.stop)
    const client = new pg.Client({ connectionString: primary.url })
    await client.connect()
    // An answer then waits for the standby.
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    await client.query('create database galley')
    await client.end()

    const hosts = `127.0.0.1:${new URL(primary.url).port},127.0.0.1:${new URL(standby.url).port}`
    const { username, password } = new URL(primary.url)
    galley = startGalley({
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATABASE_URL: `postgres://${username}:${password}@${hosts}/galley`,
    })
    stops.push(async () => {
      galley.child.kill('SIGTERM')
      await galley.ended
    })
    await galley.said('Galley  http')
    token = await calls.signIn('ada@bluebird.example')

    const published: { id: number; message: string }[] = []
    let isWriting = true
    const write = async (writer: number) => {
      for (let n = 0; isWriting; n++) {
        const message = `Written by ${writer}, number ${n}.`
        const id = await attempt(publish(message))
        if (id === null) await sleep(50)
        else published.push({ id, message })
      }
    }
    const writers = [1, 2, 3].map(write)
    await expect.poll(() => published.length).toBeGreaterThan(15)
    await primary.kill()
    const before = published.length
    standby.promote()
    const promotedAt = performance.now()
    await expect.poll(() => published.length).toBeGreaterThan(before)
    console.log(`Acknowledged again ${Math.round(performance.now() - promotedAt)} ms after the promotion`)
    await expect.poll(() => published.length).toBeGreaterThan(before + 15)
    isWriting = false
    await Promise.all(writers)

    // What was cut off is looked up for a minute and a half before it is sent again.
    for (const { id } of published)
      await expect
        .poll(async () => (await call('GET', `/posts/${id}`)).status, { interval: 500, timeout: 240_000 })
        .toBe('live')
    const feed = (await (
      await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/objects?network=facebook`)
    ).json()) as { text: string }[]
    const timesOf = (message: string) => feed.filter(({ text }) => text === message).length
    expect(published.filter(({ message }) => timesOf(message) !== 1)).toEqual([])
    // What was not acknowledged may have gone out all the same, but not twice.
    const texts = feed.map(({ text }) => text).filter(text => text.startsWith('Written by'))
    expect(texts).toHaveLength(new Set(texts).size)
  },
  500_000,
)

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { galleyCalls } from '#testing/galley-calls.ts'
import { findPort, type GalleyProcess, startGalley } from '#testing/galley-process.ts'

/** Starts another version of Galley twice; only `npm run test:all` does. */
const isOn = process.env.UPGRADE === 'on'

const repository = path.join(import.meta.dirname, '../..')
let home: string
let former: string
let database: TestDatabase
let env: Record<string, string>
let port: number
const running: GalleyProcess[] = []

/** A table and a column that even this version does not know, so that there is always something newer. */
const expand = async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`create table tomorrow (id bigint primary key, post_id bigint references posts);
    alter table posts add column mood text, add column rank integer not null default 0;
    insert into schema_migrations (name, checksum, needs) values ('9999-tomorrow.sql', 'unknown', '0000')`)
  await client.end()
}

/** The files of the version in `deploy/previous-version`, with the packages of this one. */
const unpackFormer = async (): Promise<string> => {
  const folder = path.join(home, 'former')
  await mkdir(folder)
  const commit = (await readFile(path.join(repository, 'deploy/previous-version'), 'utf8')).trim()
  const parts = ['package.json', 'domain', 'server', 'sandbox']
  const archive = execFileSync('git', ['archive', commit, ...parts], {
    cwd: repository,
    maxBuffer: 500_000_000,
  })
  execFileSync('tar', ['-x'], { cwd: folder, input: archive })
  await symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

beforeAll(async () => {
  if (!isOn) return
  home = await mkdtemp(path.join(os.tmpdir(), 'galley-upgrade-'))
  database = await createTestDatabase()
  await expand()
  former = await unpackFormer()
  port = await findPort()
  env = {
    DATA_DIR: path.join(home, 'data'),
    DATABASE_URL: database.url,
    PORT: String(port),
    SANDBOX_PORT: String(await findPort(port + 1)),
    LOG_LEVEL: 'warn',
  }
})
afterAll(async () => {
  if (!isOn) return
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  await database.drop()
  await rm(home, { recursive: true, force: true })
})

const start = async (folder?: string): Promise<GalleyProcess> => {
  const galley = startGalley(env, folder)
  running.push(galley)
  await galley.said('Galley  http')
  return galley
}

const { call, signIn } = galleyCalls(() => port)

type Created = { post: { id: number; post_socials: { id: number }[] } }

/** Written and scheduled by one person, approved by the agency and the client, and published. @returns its id */
const walk = async (message: string): Promise<number> => {
  const creator = await signIn('carl@bluebird.example')
  const draft = { project_id: 1, social_networks: ['facebook'], type: 'text' }
  const { post } = (await call('POST', '/posts', { token: creator, body: draft })) as Created
  const post_socials = post.post_socials.map(({ id }) => ({ id, message }))
  await call('PUT', '/postssocials', {
    token: creator,
    body: { post_id: post.id, project_id: 1, post_socials },
  })
  const date = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  const when = { post_id: post.id, date, time: '12:00', is_autoposting: true }
  await call('POST', '/posts/schedules', { token: creator, body: when })
  await call('POST', '/posts/approvals/batch', { token: creator, body: { posts_ids: [post.id] } })
  const rounds = post.post_socials.map(({ id }) => ({ post_social_id: id }))
  for (const email of ['ines@bluebird.example', 'emil@harbor.example']) {
    const approval = { project_id: 1, rounds }
    await call('POST', '/posts/approvals/approve-rounds', { token: await signIn(email), body: approval })
  }
  expect(await call('GET', `/posts/${post.id}`, { token: creator })).toMatchObject({ status: 'scheduled' })
  await call('POST', `/posts/publish/${post.id}`, { token: await signIn('ada@bluebird.example') })
  await expect
    .poll(async () => (await call('GET', `/posts/${post.id}`, { token: creator })).status)
    .toBe('live')
  return post.id
}

it.runIf(isOn)(
  'The former version says that the database is newer, works with it, and leaves it to this version',
  async () => {
    const before = await start(former)
    expect(before.output()).toMatch(/"the database is newer than this version, .*9999-tomorrow\.sql"/)
    const post = await walk('Written by the former version.')
    before.child.kill('SIGTERM')
    expect((await before.ended).code).toBe(0)
    // Nothing else was worth a warning.
    expect(before.output().match(/"level":[456]0/g)).toHaveLength(1)

    await start()
    const token = await signIn('carl@bluebird.example')
    expect(await call('GET', `/posts/${post}`, { token })).toMatchObject({ id: post, status: 'live' })
    await walk('Written by this version.')
  },
  400_000,
)

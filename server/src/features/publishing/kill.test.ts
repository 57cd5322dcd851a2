import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { readConfig } from '#server/config.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
} from '#server/networks/testing.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import type { Services } from '#server/platform/http/route.ts'
import { makeLog } from '#server/platform/log.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { processEnv } from '#testing/galley-process.ts'
import { buildProject, nextNumber } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { endWait, quickTimings } from '#testing/publishing/publishing.ts'
import { type Step, steps } from '#testing/publishing/steps.ts'
import { openPublication, readAccountIds } from './engine/open-publication.ts'
import { makePublisher } from './engine/publisher.ts'
import { sweep } from './engine/worker.ts'

/** The worker as shipped, with a database, data folder and sandbox of this test. */
let database: TestDatabase
let db: Db
let closeDb: () => Promise<void>
let sandbox: TestSandbox
let files: Awaited<ReturnType<typeof startFileServer>>
let dataDir: string
let env: Record<string, string>
const workers: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db, close: closeDb } = openDatabase({ url: database.url, max: 3, log: makeLog('silent') }))
  sandbox = await startTestSandbox()
  files = await startFileServer()
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-kill-'))
  env = {
    NODE_ENV: 'development',
    ROLES: 'worker',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: files.url,
    SANDBOX_PORT: new URL(sandbox.url).port,
    TOKEN_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
  }
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await closeDb()
  await database.drop()
  await sandbox.close()
  await files.close()
  await rm(dataDir, { recursive: true, force: true })
})

// A worker that a failed test leaves behind would take the next test's posts.
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
})

const startWorker = (): ChildProcess => {
  const program = path.join(import.meta.dirname, '../../main.ts')
  const worker = spawn(process.execPath, [program], {
    env: processEnv(env),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  workers.push(worker)
  return worker
}

/** A worker that stops at this step on each network; resolves once it has stopped on all four. */
const startStopping = async (step: Step): Promise<ChildProcess> => {
  const program = path.join(import.meta.dirname, '../../../testing/publishing/stopping-worker.ts')
  const worker = fork(program, { env: processEnv({ ...env, STOP_AT: step }) })
  workers.push(worker)
  const reached = new Set<unknown>()
  worker.on('message', network => reached.add(network))
  await until(`at ${step}`, async () => {
    await endWaits()
    return reached.size === socialNetworks.length
  })
  return worker
}

const endWaits = async (): Promise<void> => {
  const publications = await db.selectFrom('publications').select('id').execute()
  for (const { id } of publications) await endWait({ db, sandbox }, id)
}

/** Another worker, in this process and with the short waits of tests, finishes what is open. */
const finish = async (): Promise<void> => {
  const past = new Date(Date.now() - 60_000)
  await db
    .updateTable('publications')
    .set({ lease_until: past })
    .where('lease_until', 'is not', null)
    .execute()
  const config = readConfig(env)
  const services: Services = {
    config,
    db,
    log: makeLog('fatal'),
    clock: sharedClock,
    storage: diskStorage(path.join(dataDir, 'media')),
    jobs: { enqueue: async () => undefined },
    scopeSources,
  }
  const publisher = makePublisher(services, { timings: quickTimings })
  await until('over', async () => {
    await endWaits()
    await sweep(publisher)
    return isOver()
  })
}

const isOver = async (): Promise<boolean> =>
  (
    await db
      .selectFrom('publications')
      .leftJoin('publication_follow_ups as f', 'f.publication_id', 'publications.id')
      .select(['publications.status', 'f.comment'])
      .execute()
  ).every(row => ['live', 'failed'].includes(row.status) && row.comment !== 'pending')

let message = ''

/** Releases one approved post with a photo on all four networks, after removing what an earlier test left. */
const openPost = async (firstComment = ''): Promise<void> => {
  await db.deleteFrom('publication_follow_ups').execute()
  await db.deleteFrom('publications').execute()
  message = `Sent while the worker dies ${nextNumber()}`
  const project = await buildProject(db, { connected: [] })
  const key = randomBytes(16).toString('hex')
  // A photo that Instagram accepts unconverted: a converted JPEG would have to be served by a web process, and none runs here.
  const bytes = await createPicture({ format: 'jpeg', width: 1080, height: 720 })
  files.files.set(`/media/${key}/original`, bytes)
  await diskStorage(path.join(dataDir, 'media')).put(`${key}/original`, { bytes }, 'image/jpeg')
  const mediaId = await buildMedia(db, project)
  await db.updateTable('medias').set({ storage_key: key }).where('id', '=', mediaId).execute()
  const socials = socialNetworks.map(network => ({
    network,
    message,
    media: [mediaId],
    first_comment: firstComment,
  }))
  const post = await buildPost(db, project, { status: 'approved', socials })
  await db.transaction().execute(async tx => {
    for (const network of socialNetworks) {
      const { externalId, details, token } = sandbox.accounts[network]
      const account = { projectId: project.projectId, social_network: network, external_id: externalId }
      const access = { token: token.token, token_secret: token.secret }
      const shown = { name: network, account_details: { ...details }, logo_url: null }
      await connectAccount(tx, { config: readConfig(env) }, { ...account, ...access, ...shown })
    }
    const accounts = await readAccountIds(tx, project.projectId)
    const rows = await tx.selectFrom('post_socials').selectAll().where('id', 'in', post.socialIds).execute()
    const now = await databaseNow(tx)
    for (const social of rows)
      await openPublication(tx, {
        social,
        now,
        dueAt: now,
        startedBy: null,
        event: 'publishing_started',
        digest: social.cleared_digest ?? '',
        accountId: accounts.get(social.social_network) ?? null,
      })
  })
}

const statuses = async (): Promise<string[]> =>
  (await db.selectFrom('publications').select('status').execute()).map(row => row.status)

const sendingTimes = () => db.selectFrom('publications').select(['id', 'sending_at']).orderBy('id').execute()

/** Gives up before the test does, so that the message says how far each network came. */
const until = async (state: string, isReached: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    if (await isReached()) return
    await sleep(50)
  }
  const rows = await db
    .selectFrom('publications')
    .select(['social_network', 'status', 'attempts', 'failure_reason', 'response'])
    .execute()
  throw new Error(`never ${state}: ${JSON.stringify(rows)}`)
}

const published = async (network: SocialNetwork) =>
  (await sandbox.posts(network)).filter(post => post.text === message)

it('A post is on each network exactly once and live after its worker was killed between sending and the answer', async () => {
  await openPost()
  for (const network of socialNetworks)
    await sandbox.fault({ network, fault: 'slow', delay_ms: 600_000, times: 1 })
  const first = startWorker()
  // Not all four start to send at the same moment, so each one waits for permission to continue.
  // The row says so before the call: only the network knows that the call has arrived.
  await until('sending', async () => {
    await endWaits()
    return (await sandbox.faults()).every(({ hits }) => hits === 1)
  })
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(await statuses()).toEqual(Array(4).fill('sending'))
  for (const network of socialNetworks) expect(await published(network)).toEqual([])

  // The networks carry on without us.
  await sandbox.clearFaults()
  await until('stored', async () => {
    const posts = await Promise.all(socialNetworks.map(published))
    return posts.every(found => found.length === 1)
  })
  // A minute and a half passes: the lease expires and the look-up is due.
  const earlier = sql<Date>`sending_at - interval '90 seconds'`
  await db
    .updateTable('publications')
    .set({ sending_at: earlier, lease_until: earlier, run_at: earlier })
    .execute()

  const sent = await sendingTimes()

  const second = startWorker()
  await until('over', async () => (await statuses()).every(status => ['live', 'failed'].includes(status)))
  for (const network of socialNetworks) {
    const posts = await published(network)
    expect(posts).toHaveLength(1)
    const row = await db
      .selectFrom('post_socials')
      .select(['status', 'external_id'])
      .where('social_network', '=', network)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'live', external_id: posts[0]?.id })
    expect(await sandbox.publishCalls(network)).toBe(1)
  }
  // The networks refuse duplicates, which would hide a second call, so check that none was attempted.
  expect(await sendingTimes()).toEqual(sent)
  second.kill('SIGTERM')
  const [code] = await once(second, 'exit')
  expect(code).toBe(0)
})

const expectOnceAndLive = async (): Promise<void> => {
  for (const network of socialNetworks) {
    const posts = await published(network)
    expect(
      posts.map(post => post.comments.length),
      network,
    ).toEqual([1])
    const row = await db
      .selectFrom('publications')
      .select(['status', 'external_id'])
      .where('social_network', '=', network)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'live', external_id: posts[0]?.id })
  }
}

it.each(steps)('A post is on each network once and live after its worker was killed: %s', async step => {
  await openPost('First')
  const worker = await startStopping(step)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await finish()
  await expectOnceAndLive()
})

it.each(['id_kept', 'sending', 'calling', 'answered', 'live'] as const)(
  'A post is on each network once and live after its worker was stopped past its lease and continued: %s',
  async step => {
    await openPost('First')
    const worker = await startStopping(step)
    worker.kill('SIGSTOP')
    await finish()
    await sleep(2_000)
    worker.kill('SIGCONT')
    worker.send('go on')
    // Long enough for anything it might still do.
    await sleep(1_500)
    await expectOnceAndLive()
    worker.kill('SIGKILL')
  },
)

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { openStandby } from '#server/platform/db/standby.ts'
import { tellRunsTime } from '#server/platform/db/testing.ts'
import { standbyReads } from '#server/platform/metrics/metrics.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addressOfCall, nameOfCall, prepareCalls } from '#testing/calls/calls.ts'
import { buildPerson, buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { prepared } from '#testing/prepared.ts'
import {
  findSystemPostgres,
  startStandby,
  startSystemPostgres,
} from '../../tools/postgres/system-postgres.ts'
import { checkStandby } from './doctor-standby.ts'
import { allRoutes } from './routes.ts'

const bin = findSystemPostgres()
const stops: (() => Promise<unknown>)[] = []
let standby: Awaited<ReturnType<typeof startStandby>>
let project: TestProject

const start = async (): Promise<TestApp> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-reads-'))
  // PostgreSQL runs as another user than root.
  await chmod(folder, 0o755)
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const primary = await startSystemPostgres(bin ?? '', folder)
  stops.push(primary.stop)
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query('create database galley')
  await client.end()
  const at = (url: string) => Object.assign(new URL(url), { pathname: '/galley' }).href
  await tellRunsTime(at(primary.url))
  await migrate(at(primary.url))
  standby = await startStandby(bin ?? '', primary.url, folder)
  stops.push(standby.stop)
  const app = await startTestApp({
    routes: allRoutes,
    database: { url: at(primary.url), drop: async () => undefined },
    standby: (db, log) => openStandby({ url: at(standby.url), max: 4, primary: db, log }),
  })
  stops.push(app.close)
  return app
}

/** How many calls the standby has answered, and how many the primary in its place. */
const answered = async (): Promise<Record<string, number>> => {
  const { values } = await standbyReads.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.by, value]))
}
/** Who answers the next calls of this work: `{ standby: 3 }`. */
const answeredBy = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const before = await answered()
  await work()
  const after = await answered()
  const counts = Object.entries(after).map(([by, count]) => [by, count - (before[by] ?? 0)] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** Those that read nothing without what is asked for. */
const requested: Record<string, (postId: number) => string> = {
  'GET /projects/{projectId}/content': () => `/projects/${project.projectId}/content?span=all`,
  'GET /projects/{projectId}/content/rows': id => `/projects/${project.projectId}/content/rows?ids=${id}`,
  'GET /search/posts': id => `/search/posts?q=${id}`,
}
const standbyRoutes = allRoutes.filter(({ options }) => options.mayBeStandby)

describe.runIf(bin)('With a standby to read from', () => {
  const kit = prepared(beforeAll, start)
  let admin: TestPerson
  let standbyClient: pg.Client
  beforeAll(async () => {
    project = await buildProject(kit.db)
    admin = await buildPerson(kit.db, project, 'agency-admin')
    standbyClient = new pg.Client({ connectionString: standby.url })
    standbyClient.on('error', () => undefined)
    await standbyClient.connect()
  })
  afterAll(async () => {
    await standbyClient.end()
    for (const stop of stops.reverse()) await stop()
  })
  const listed = () =>
    kit.send(admin, 'GET', `/projects/${project.projectId}/content?span=all`) as Promise<{
      status: number
      data: { ids: number[] }
    }>

  it('it answers every call that it may, as the primary would', async () => {
    const ids = await prepareCalls(kit.db, project, { actor: { role: 'agency-admin' }, person: admin })
    expect(standbyRoutes.length).toBeGreaterThan(10)
    for (const { endpoint } of standbyRoutes) {
      const name = nameOfCall(endpoint)
      expect(endpoint.method).toBe('GET')
      const address = addressOfCall(endpoint, ids)
      let status = 0
      const by = await answeredBy(async () => {
        status = (await kit.send(admin, 'GET', requested[name]?.(ids.postId) ?? address)).status
      })
      expect([name, status, by]).toEqual([name, 200, { standby: 1 }])
    }
  })

  it('doctor says whether it can be read from', async () => {
    const finding = async (url: string) => {
      const config = { ...kit.services.config, DATABASE_READ_URL: url }
      return (await checkStandby(config, kit.url)).map(({ what, state, text }) => ({ what, state, text }))
    }
    const { url } = standby
    const found = { what: 'standby' }
    const current = { ...found, state: 'fine', text: 'has everything that was committed' }
    await expect
      .poll(() => finding(Object.assign(new URL(url), { pathname: '/galley' }).href))
      .toEqual([current])
    expect(await finding(kit.url)).toEqual([
      { ...found, state: 'note', text: 'not read from: it is not a standby' },
    ])
    expect(await finding('postgres://ada@127.0.0.1:1/galley')).toMatchObject([{ ...found, state: 'wrong' }])
    expect(await checkStandby(kit.services.config, kit.url)).toEqual([])
  })

  it('what was just written is in the next answer, each of 100 times', async () => {
    let last = 0
    const by = await answeredBy(async () => {
      for (let n = 0; n < 100; n++) {
        last = (await buildPost(kit.db, project, { type: 'text' })).postId
        expect((await listed()).data.ids).toContain(last)
      }
    })
    // A busy machine may be later than the standby is waited for.
    expect(by.standby).toBeGreaterThan(50)
  })

  it('one that stands still is not read from until it goes on', async () => {
    await standbyClient.query('select pg_wal_replay_pause()')
    const { postId } = await buildPost(kit.db, project, { type: 'text' })
    const by = await answeredBy(async () => {
      for (let n = 0; n < 5; n++) expect((await listed()).data.ids).toContain(postId)
    })
    expect(by).toEqual({ primary: 5 })
    await standbyClient.query('select pg_wal_replay_resume()')
    await expect.poll(() => answeredBy(listed), { timeout: 20_000 }).toEqual({ standby: 1 })
  })

  it('a read that it breaks off is answered by the primary', async () => {
    const ended = kit.services.standby?.read(async db => {
      const { rows } = await sql<{ is_standby: boolean; pid: number }>`
        select pg_is_in_recovery() as is_standby, pg_backend_pid() as pid`.execute(db)
      const [row] = rows
      // As a conflict with what it repeats does.
      if (row?.is_standby) await sql`select pg_terminate_backend(${row.pid})`.execute(db)
      return row?.is_standby
    })
    await expect(ended).resolves.toBe(false)
  })

  it('one that is gone costs no answer, and a promoted one is not read from', async () => {
    standby.promote()
    await buildPost(kit.db, project, { type: 'text' })
    const afterPromotion = await answeredBy(async () => {
      for (let n = 0; n < 3; n++) expect((await listed()).status).toBe(200)
    })
    expect(afterPromotion).toEqual({ primary: 3 })
    await standby.kill()
    const afterEnd = await answeredBy(async () => {
      for (let n = 0; n < 3; n++) expect((await listed()).status).toBe(200)
    })
    expect(afterEnd).toEqual({ primary: 3 })
  })
})

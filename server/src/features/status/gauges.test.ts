import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openJobs } from '#server/platform/jobs/job-queues.ts'
import { countDelivery, countOutcome, measurePool } from '#server/platform/metrics/metrics.ts'
import { serveMetrics } from '#server/platform/metrics/serve-metrics.ts'
import { useTestApp } from '#testing/app.ts'
import { findPort } from '#testing/galley-process.ts'
import { buildProject } from '#testing/people.ts'
import { gaugesOf } from './gauges.ts'

const kit = useTestApp({ routes: [] })
let url = ''
let stop: () => Promise<void>
let isAway = false

beforeAll(async () => {
  const jobs = await openJobs(kit.url, kit.services.log, [])
  await jobs.stop()
  const port = await findPort(26_000 + (process.pid % 1_000))
  const real = gaugesOf(kit.db, { ...kit.services.config, BACKUP_TARGET: '/backups' })
  const read = () => (isAway ? Promise.reject(new Error('the database is away')) : real.read())
  stop = await serveMetrics({ ...real, read }, { host: '127.0.0.1', port, log: kit.services.log })
  url = `http://127.0.0.1:${port}/metrics`
})
afterAll(async () => {
  await stop()
  register.clear()
})

const scrape = async () => (await fetch(url)).text()

it('A scrape says what waits, what came of publishing, and how requests went', async () => {
  const { projectId } = await buildProject(kit.db, { connected: [] })
  await kit.db
    .insertInto('social_accounts')
    .values({
      project_id: projectId,
      social_network: 'linkedin',
      external_id: 'x',
      name: 'x',
      needs_reconnecting: true,
    })
    .execute()
  await kit.app.inject('/api/nowhere/7')
  countOutcome('ours', { kind: 'failed', reason: 'rejected' }, 0)
  countOutcome('ours', { kind: 'live' }, 4_000)
  countDelivery('chat', 'ours')
  measurePool({ totalCount: 7, idleCount: 3, waitingCount: 2 })
  const told = { not_before: new Date(), percent: 91 }
  await kit.db
    .insertInto('network_limits')
    .values([
      { ...told, scope: 'app', subject: 'meta', told_at: sql`now()` },
      {
        ...told,
        scope: 'account',
        subject: 'twitter/7',
        told_at: sql`now() - interval '2 hours'`,
        not_before: sql`now()`,
      },
    ])
    .execute()
  const text = await scrape()
  for (const line of [
    'galley_accounts_to_reconnect{network="linkedin"} 1',
    'galley_publication_outcomes_total{network="ours",outcome="failed",reason="rejected"} 1',
    'galley_publication_lateness_seconds_bucket{le="2",network="ours"} 0',
    'galley_publication_lateness_seconds_bucket{le="5",network="ours"} 1',
    'galley_deliveries_total{channel="chat",outcome="ours"} 1',
    'galley_database_connections{state="in_use"} 4',
    'galley_database_connections{state="waiting"} 2',
    'galley_network_limit_used_percent{network="meta",scope="app"} 91',
    'galley_database_up 1',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).toMatch(
    /galley_http_request_duration_seconds_count\{method="GET",route="[^"]*",status="404"\} \d+\n/,
  )
  expect(text).not.toContain('nowhere/7')
  expect(text).not.toContain('galley_network_limit_used_percent{network="twitter"')
})

it('A scrape says what reading cost, which figures wait, and how old the last good backup is', async () => {
  const { projectId } = await buildProject(kit.db, { connected: ['twitter'] })
  const month = `${new Date().toISOString().slice(0, 7)}-01`
  const called = {
    project_id: projectId,
    social_network: 'twitter' as const,
    month,
    posts: 100,
    users: 10,
    alt_texts: 0,
  }
  await kit.db.insertInto('paid_calls').values(called).execute()
  const { external_id } = await kit.db
    .selectFrom('social_accounts')
    .select('external_id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const account = { project_id: projectId, social_network: 'twitter' as const, external_id }
  const hourAgo = new Date(Date.now() - 3_600_000)
  await kit.db
    .insertInto('metric_accounts')
    .values({ ...account, due_at: hourAgo })
    .execute()
  const ended = { target: '/backups', seconds: 5 }
  await kit.db
    .insertInto('backups')
    .values([
      { ...ended, ended_at: hourAgo, backup_id: 'b1', problem: null },
      { ...ended, ended_at: new Date(), backup_id: null, problem: 'the disk is full' },
    ])
    .execute()
  const text = await scrape()
  expect(text).toContain('galley_reading_dollars{network="twitter"} 0.6\n')
  expect(text).toContain('galley_accounts_to_gather{network="twitter"} 1\n')
  expect(text).toContain('galley_backup_failed 1\n')
  const figure = (name: string) => Number(text.match(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'm'))?.[1])
  expect(figure('galley_gathering_waiting_seconds')).toBeCloseTo(3_600, -2)
  expect(figure('galley_backup_age_seconds')).toBeCloseTo(3_600, -2)
})

it('A worker answers health checks on the port of its figures', async () => {
  const answer = await fetch(url.replace('/metrics', '/api/health'))
  expect(await answer.json()).toEqual({ data: { status: 'alive' } })
})

it('Without the database the figures of the process are still there', async () => {
  isAway = true
  const text = await scrape()
  isAway = false
  expect(text).toContain('galley_database_up 0\n')
  expect(text).toContain('galley_process_resident_memory_bytes')
  expect(text).not.toContain('galley_accounts_to_reconnect{')
})

it('Alert rules, dashboard and guide name only figures that exist', async () => {
  const docs = path.join(import.meta.dirname, '../../../../docs')
  const known = new Set((await scrape()).match(/^# TYPE \S+/gm)?.map(line => line.slice('# TYPE '.length)))
  for (const file of ['monitoring/alerts.yml', 'monitoring/dashboard.json', 'guides/monitoring.md']) {
    const named = readFileSync(path.join(docs, file), 'utf8').match(/galley_[a-z0-9_]+[a-z0-9]/g) ?? []
    expect(named.length).toBeGreaterThan(5)
    const unknown = named
      .map(name => name.replace(/_(bucket|count|sum)$/, ''))
      .filter(name => !known.has(name) && !['galley_process', 'galley_nodejs'].includes(name))
    expect({ file, unknown }).toEqual({ file, unknown: [] })
  }
})

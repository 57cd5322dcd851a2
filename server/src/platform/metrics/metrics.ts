import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'

// What this process counts for Prometheus (docs/guides/monitoring.md). Counting costs next to nothing; nothing is served without METRICS_PORT.

const requestSeconds = new Histogram({
  name: 'galley_http_request_duration_seconds',
  help: 'How long requests took, by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** Measures every request of the app. Register before its routes. */
export const measureRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    // What no route answers is one series: addresses that strangers try would be thousands.
    const route = request.routeOptions.url ?? 'none'
    requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
}

const outcomes = new Counter({
  name: 'galley_publication_outcomes_total',
  help: 'What came of steps of publishing, by network, outcome and reason.',
  labelNames: ['network', 'outcome', 'reason'],
})

const lateness = new Histogram({
  name: 'galley_publication_lateness_seconds',
  help: 'How long after its due time a post was live, by network.',
  labelNames: ['network'],
  buckets: [1, 2, 5, 10, 30, 60, 300, 900, 3600],
})

/** `lateMs`: only of a post that went live. */
export const countOutcome = (
  network: string,
  { kind, reason = '' }: { readonly kind: string; readonly reason?: string | undefined },
  lateMs: number,
): void => {
  outcomes.inc({ network, outcome: kind, reason })
  if (kind === 'live') lateness.observe({ network }, Math.max(0, lateMs) / 1000)
}

const deliveries = new Counter({
  name: 'galley_deliveries_total',
  help: 'Attempts to deliver a mail, a chat message or a push message, by channel and outcome.',
  labelNames: ['channel', 'outcome'],
})

/** `outcome`: as the channel's own delivery says it, `sent` or `later` for one. */
export const countDelivery = (channel: 'mail' | 'chat' | 'push', outcome: string): void =>
  deliveries.inc({ channel, outcome })

/** What is asked of a pool of database connections. */
type Pool = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }

/** Says at each scrape how this process uses its database connections. */
export const measurePool = (pool: Pool): void => {
  new Gauge({
    name: 'galley_database_connections',
    help: 'Connections of this process that are in use or idle, and what waits for one.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

export const standbyReads = new Counter({
  name: 'galley_standby_reads_total',
  help: 'Calls that a standby may answer, by who answered: standby or primary.',
  labelNames: ['by'],
})

/** Open streams of live updates: one for each tab. */
export const liveStreams = new Gauge({
  name: 'galley_live_streams',
  help: 'Open streams of live updates.',
})

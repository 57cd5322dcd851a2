import fastify from 'fastify'
import { collectDefaultMetrics, Gauge, register } from 'prom-client'
import type { Log } from '#server/platform/log.ts'
import { version } from '#server/platform/version.ts'

type Options = { readonly host: string; readonly port: number; readonly log: Log }

/** One figure of a table, with its labels. `name` is a gauge's. */
export type Reading = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Gauges that are read anew for each scrape, and by which labels they are told apart. */
export type GaugeSet = {
  readonly gauges: readonly {
    readonly name: string
    readonly help: string
    readonly labels: readonly string[]
  }[]
  /** @throws when the database does not answer */
  read(): Promise<readonly Reading[]>
}

const describeProcess = (): void => {
  collectDefaultMetrics({ prefix: 'galley_' })
  new Gauge({ name: 'galley_build_info', help: 'Always 1, with the version.', labelNames: ['version'] }).set(
    { version },
    1,
  )
}

/** Reads the set for a scrape. Without the database there are no such figures, and the process's own are still there. */
const makeReader = ({ gauges, read }: GaugeSet, log: Log): (() => Promise<void>) => {
  const reachable = new Gauge({
    name: 'galley_database_up',
    help: 'Whether the database answered this scrape.',
  })
  const byName = new Map(
    gauges.map(({ name, help, labels }) => [name, new Gauge({ name, help, labelNames: [...labels] })]),
  )
  return async () => {
    for (const gauge of byName.values()) gauge.reset()
    try {
      for (const { name, labels, value } of await read()) byName.get(name)?.set(labels, value)
      reachable.set(1)
    } catch (error) {
      log.warn({ err: error }, 'the figures of the database could not be read')
      reachable.set(0)
    }
  }
}

/**
 * Serves `/metrics` in Prometheus' format on a port of its own, which no proxy leads to: there is no session and no token. `/api/health`
 * is there for workers, which have no other port to be asked on.
 * @returns stops it
 */
export const serveMetrics = async (
  gauges: GaugeSet,
  { host, port, log }: Options,
): Promise<() => Promise<void>> => {
  describeProcess()
  const readGauges = makeReader(gauges, log)
  const app = fastify()
  app.get('/api/health', async () => ({ data: { status: 'alive' } }))
  app.get('/metrics', async (_request, reply) => {
    await readGauges()
    return reply.type(register.contentType).send(await register.metrics())
  })
  await app.listen({ host, port })
  return () => app.close()
}

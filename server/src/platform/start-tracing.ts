import { DiagLogLevel, diag } from '@opentelemetry/api'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import { version } from '#server/platform/version.ts'

/** How often trouble with the collector is a line of the log at most: spans are sent every five seconds. */
const TROUBLE_EVERY_MS = 5 * 60_000

const sayTrouble = (log: Log): void => {
  let saidAt = Number.NEGATIVE_INFINITY
  const say = (message: string): void => {
    if (performance.now() - saidAt < TROUBLE_EVERY_MS) return
    saidAt = performance.now()
    log.warn({ said: message.slice(0, 300) }, 'traces are not reaching their collector')
  }
  const nothing = () => undefined
  diag.setLogger(
    { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** Whether the environment asks for traces: an exporter is named, or the address of a collector. */
export const isTraced = (config: Config): boolean => {
  if (config.OTEL_SDK_DISABLED || config.OTEL_TRACES_EXPORTER === 'none') return false
  const { OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = config
  return [OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(
    value => value !== undefined,
  )
}

/**
 * Loads OpenTelemetry's SDK, which reads its own variables from the environment, and sends spans from then on. It is not loaded otherwise:
 * a start without traces costs what it did.
 * @returns sends what is left and stops
 */
export const startTracing = async (log: Log): Promise<() => Promise<void>> => {
  // An SDK takes whatever name the environment has, and only without one this.
  process.env.OTEL_SERVICE_NAME ??= 'galley'
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  // Only traces: figures are served for Prometheus, and the log is standard output.
  const sdk = new NodeSDK({ metricReaders: [], logRecordProcessors: [], instrumentations: [] })
  sayTrouble(log)
  sdk.start()
  log.info({ version }, 'traces are sent')
  return () => sdk.shutdown()
}

import { line, median, runsLine } from './figures.ts'
import { removeStage, startStage } from './stage.ts'

/** Nobody listens there: the SDK is loaded and started all the same. */
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'false' }
const untraced = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_EXPORTER: 'none' }

/**
 * Warm starts on one folder, in turns: without traces, with them, and of another checkout (`BENCH_OTHER`), so that the machine's noise
 * reaches all of them alike.
 */
export async function* startSection({ runs }: { runs: number }): AsyncGenerator<string> {
  const other = process.env.BENCH_OTHER
  const kinds = [
    { name: 'warm start, no traces', options: { env: untraced } },
    { name: 'warm start with traces', options: { env: traced } },
    ...(other ? [{ name: 'warm start of the other', options: { env: untraced, folder: other } }] : []),
  ]
  const first = await startStage()
  await first.stop()
  const { dataDir } = first
  try {
    const times = kinds.map(() => [] as number[])
    // Each kind once before, so that what it loads is compiled.
    for (let run = -1; run < runs; run++)
      for (const [index, { options }] of kinds.entries()) {
        const stage = await startStage({ dataDir, ...options })
        await stage.stop()
        if (run >= 0) times[index]?.push(stage.startMs / 1000)
      }
    for (const [index, { name }] of kinds.entries()) yield runsLine(name, times[index] ?? [], ' s')
    const [off = [], on = [], before] = times
    yield line('with traces, to without', median(on) / median(off), '')
    if (before)
      yield line('without traces, to the other', median(off) / median(before), '', { aim: { most: 1.05 } })
  } finally {
    await removeStage(first)
  }
}

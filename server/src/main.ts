import path from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'

/** Ends the process cleanly on a signal, also while it is still starting; a second signal ends it at once. */
const main = async (): Promise<void> => {
  const stopping = new AbortController()
  const requested = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (stopping.signal.aborted) process.exit(1)
        console.log(`\n${signal}: stopping`)
        stopping.abort()
        resolve()
      })
  })
  try {
    const webFolder = path.join(import.meta.dirname, '../../web/dist')
    const running = await start(readConfig(process.env), { webFolder, signal: stopping.signal })
    await requested
    await running.stop()
  } catch (error) {
    if (error !== stopping.signal.reason) throw error
  }
  process.exit(0)
}

main().catch(error => {
  console.error(error instanceof ConfigError ? `Galley did not start.\n${error.message}` : error)
  process.exit(1)
})

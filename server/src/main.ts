import path from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'

/** Ends the process cleanly on a signal; a second signal ends it at once. */
const main = async (): Promise<void> => {
  const running = await start(readConfig(process.env), {
    webFolder: path.join(import.meta.dirname, '../../web/dist'),
  })
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    console.log(`\n${signal}: stopping`)
    running.stop().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
}

main().catch(error => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})

import { fork } from 'node:child_process'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { Log } from './platform/log.ts'

const program = path.join(import.meta.dirname, '../../sandbox/src/main.ts')
const START_MS = 60_000

/** What the sandbox says once it can be called: where its pages are, and where it takes mails. */
type Ready = { ready: string; smtp: string }

/**
 * Starts the sandbox as a child that ends with us. It may fail (its port is taken): Galley then says so and works on, only publishing
 * to the stand-ins does not.
 */
export const startSandboxProcess = async (
  config: Config,
  log: Log,
): Promise<{ url: string; smtpUrl: string; stop(): Promise<void> }> => {
  const child = fork(program, {
    env: { ...process.env, SANDBOX_PORT: String(config.SANDBOX_PORT), DATA_DIR: config.dataDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  let isStopping = false
  const { ready: url, smtp: smtpUrl } = await new Promise<Ready>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the sandbox did not start in time')), START_MS)
    child.once('message', (message: Ready) => resolve(message))
    child.once('exit', code =>
      reject(new Error(`the sandbox ended at once (code ${code}): is its port taken?`)),
    )
    child.once('message', () => clearTimeout(timer))
    child.once('exit', () => clearTimeout(timer))
  })
  child.on('exit', code => {
    if (!isStopping) log.error({ code }, 'the sandbox ended; restart Galley to have it back')
  })
  return {
    url,
    smtpUrl,
    stop: async () => {
      isStopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}

import { fork } from 'node:child_process'
import path from 'node:path'
import { type Config, ConfigError } from '#server/config.ts'
import type { Log } from './platform/log.ts'

const program = path.join(import.meta.dirname, '../../sandbox/src/main.ts')
const START_MS = 60_000

/** What the sandbox reports once it is ready: the address of its pages, and of its mail server. */
type Ready = { ready: string; smtp: string }

/** Starts the sandbox as a child process that ends with us. @throws ConfigError if it does not start; it has printed why */
export const startSandboxProcess = async (
  config: Config,
  log: Log,
): Promise<{ url: string; smtpUrl: string; stop(): Promise<void> }> => {
  const child = fork(program, {
    env: {
      ...process.env,
      SANDBOX_PORT: String(config.SANDBOX_PORT),
      DATA_DIR: config.dataDir,
      CARD_WEBHOOK_URL: `http://127.0.0.1:${config.PORT}/webhooks/cards`,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // It has little to do, so its heap stays small.
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=4',
      '--heap-growing-percent=50',
    ],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  let isStopping = false
  const { ready: url, smtp: smtpUrl } = await new Promise<Ready>((resolve, reject) => {
    const fail = (what: string) =>
      reject(
        new ConfigError(
          `The sandbox ${what}. Fix the problem it names above, or set SANDBOX=off to start without it.`,
        ),
      )
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('did not start within a minute')
    }, START_MS)
    child.once('message', (message: Ready) => resolve(message))
    child.once('exit', code => fail(`did not start (code ${code})`))
    child.once('message', () => clearTimeout(timer))
    child.once('exit', () => clearTimeout(timer))
  })
  child.on('exit', code => {
    if (!isStopping) log.error({ code }, 'the sandbox has ended; restart Galley to start it again')
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

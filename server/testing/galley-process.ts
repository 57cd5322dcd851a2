import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { movedDate } from '../../tools/test-clock.ts'

/** A free port from this one on, outside the range that systems assign, so that it stays free while Galley is down. */
export const findPort = async (from = 12_000 + (process.pid % 8_000)): Promise<number> => {
  const probe = createServer().listen(from, '127.0.0.1')
  const isTaken = await once(probe, 'listening').then(
    () => false,
    () => true,
  )
  if (isTaken) return findPort(from + 1)
  probe.close()
  await once(probe, 'close')
  return from
}

export type GalleyProcess = {
  readonly child: ChildProcess
  /** Everything printed so far. */
  readonly output: () => string
  /** Resolves once it has printed this text; fails if it ends before. */
  readonly said: (words: string) => Promise<void>
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const repository = path.join(import.meta.dirname, '../..')

/** Galley as `npm start` runs it, with only `processEnv` of this process's environment. `folder`: of a copy of the repository. */
export const startGalley = (env: Record<string, string>, folder = repository): GalleyProcess =>
  run('main.ts', [], env, folder)

/** A command as `npm run galley` runs it. @returns its exit code and everything it printed */
export const runCommand = async (words: string[], env: Record<string, string>) => {
  const { ended, output } = run('cli.ts', words, env)
  const { code } = await ended
  return { code, output: output() }
}

/**
 * What a process of Galley's gets of this one's environment, and these variables: the path, the run that ends it if its test does not
 * (decision 90), the run's clock, and a folder where Node keeps compiled modules, which halves the processor time of each start after
 * the first.
 */
export const processEnv = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  GALLEY_TEST_RUN: process.env.GALLEY_TEST_RUN,
  NODE_COMPILE_CACHE: path.join(repository, 'node_modules/.cache/compiled'),
  ...clockEnv(env),
  ...env,
})

/** A process on a database of the test run has the run's clock; a database of its own tells the machine's time. */
const clockEnv = ({ DATABASE_URL, NODE_ENV }: Record<string, string>) => {
  const { TEST_CLOCK_AHEAD, TZ } = process.env
  if (!TEST_CLOCK_AHEAD || !DATABASE_URL || NODE_ENV === 'production') return {}
  return { TZ, TEST_CLOCK_AHEAD, NODE_OPTIONS: movedDate }
}

const run = (
  program: string,
  words: string[],
  env: Record<string, string>,
  folder = repository,
): GalleyProcess => {
  const child = spawn(process.execPath, [path.join(folder, 'server/src', program), ...words], {
    env: processEnv({ LOG_LEVEL: 'error', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += String(chunk)
    })
  const said = async (words: string): Promise<void> => {
    for (let turn = 0; !output.includes(words); turn++) {
      if (turn > 3_600 || child.exitCode !== null)
        throw new Error(`Galley never printed "${words}":\n${output}`)
      await sleep(50)
    }
  }
  // `close` and not `exit`: only then has all output been read.
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  return { child, said, ended, output: () => output }
}

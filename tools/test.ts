import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.ts'
import { findSystemPostgres, startSystemPostgres } from './external-postgres.ts'
import { countsOf, describeFailures, type Failure, lastLines, slowest } from './failures.ts'
import { failedJourneys, type JourneyReport, secondTries, slowJourneys } from './journeys.ts'
import type { Summary } from './summary-reporter.ts'
import { findTmpfs } from './tmpfs.ts'

// npm test: every check and test, cheapest first. `npm test -- --only server,web` runs only the named steps.

/** Why a step did not run; printed, and never counted as passed. */
type Skipped = { reason: string }
/** `again`: what passed only on a second try (decision 22). */
type Outcome = Summary & { again?: Failure[] }
/** How a step runs a program and shows its output. */
type Execute = (program: string, args: string[], env?: NodeJS.ProcessEnv) => Promise<Ended>
type Step = { name: string; onDemand?: true; run: (execute: Execute) => Promise<Outcome | Skipped> }

const running = new Set<ChildProcess>()
let interrupted = false
// Pass the signal on, so that each step can stop its databases and browsers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill(signal)
  })
}

const scratch = mkdtempSync(join(tmpdir(), 'galley-tests-'))
const journeyData = mkdtempSync(join(findTmpfs() ?? tmpdir(), 'galley-journeys-'))
const nothing: Summary = { passed: 0, failed: 0, skipped: 0, failures: [], slow: [] }

/** A failure outside every test: its whole step is its name. */
const oneFailure = (name: string, message = ''): Summary => ({
  ...nothing,
  failed: 1,
  failures: [{ name, file: '', message }],
})

/** The steps of a group run side by side. */
const groups: Step[][] = [
  [
    check('types', 'tsc', '-p', 'tsconfig.json'),
    check('lint', 'biome', 'check', '--error-on-warnings', '.'),
    check('structure', 'node', 'tools/check.ts'),
    check('unused', 'knip', '--no-progress'),
  ],
  // The short ones mostly load modules and wait.
  [unitTests('domain'), unitTests('sandbox'), unitTests('tools')],
  [unitTests('web')],
  // One after the other: side by side, six processes on two cores let the tests that start a whole Galley time out.
  [{ name: 'server', run: serverTests }],
  [{ name: 'external', run: execute => onExternalPostgres(execute, ofDatabase(), faultSample) }],
  [{ name: 'external-all', onDemand: true, run: execute => onExternalPostgres(execute, withDatabase) }],
  [check('bundles', 'node', 'tools/bundles.ts')],
  [{ name: 'e2e', run: journeys }],
]
const steps = groups.flat()

/** A program whose exit code is the answer counts as one test. */
function check(name: string, program: string, ...args: string[]): Step {
  const run = async (execute: Execute) => {
    const { code, output } = await execute(program, args)
    return code === 0 ? { ...nothing, passed: 1 } : oneFailure(program, lastLines(output))
  }
  return { name, run }
}

/** A dot for each test, and logs only of tests that fail, so that the end of a long record tells what matters. */
const quiet = ['--reporter', 'dot', '--reporter', './tools/summary-reporter.ts', '--silent', 'passed-only']

/** The vitest project of this name, and those beside it (`web-isolated`). */
function unitTests(name: string): Step {
  return { name, run: execute => vitest(execute, `${name}*`) }
}

async function serverTests(execute: Execute): Promise<Outcome> {
  ensureFfmpeg()
  return vitest(execute, 'server*')
}

async function vitest(
  execute: Execute,
  project: string,
  env: NodeJS.ProcessEnv = {},
  what = ['run'],
): Promise<Summary> {
  const file = join(scratch, `${randomUUID()}.json`)
  // On the embedded database whatever the environment says: the external one has its own step.
  const own = { SUMMARY_FILE: file, TEST_DATABASE_URL: '', ...env }
  const { code, output } = await execute(
    'vitest',
    [...what, '--project', project, '--passWithNoTests', ...quiet],
    own,
  )
  const summary: Summary = readJson(file) ?? nothing
  if (code === 0 || summary.failed > 0) return summary
  const { passed, skipped, slow } = summary
  return { ...oneFailure(`vitest ended with code ${code}`, lastLines(output)), passed, skipped, slow }
}

/** Every test with a database. */
const withDatabase = ['related', 'server/src/platform/db/testing.ts', '--run']

/**
 * The tests whose result can depend on the PostgreSQL they run on: migrations, locks, jobs, notifications, dates and sorting, publishing
 * with its faults, and each endpoint once as everybody (`routes.test.ts`), so that every statement is one that it understands.
 */
const databasePatterns = [
  'server/src/platform/{audit,db,events,jobs,mail,session}/**/*.test.ts',
  'server/src/features/{calendar,publishing,schedules}/**/*.test.ts',
  'server/src/**/*{race,races,at-once}.test.ts',
  'server/src/{links,lock,routes}.test.ts',
]

/** @throws when a pattern matches nothing, because tests were moved */
function ofDatabase(): string[] {
  const files = databasePatterns.flatMap(pattern => {
    const found = globSync(pattern)
    if (found.length === 0) throw new Error(`tools/test.ts: no test matches ${pattern}`)
    return found
  })
  // The first four start their own PostgreSQL or Galley; the last repeats the same statements for minutes.
  return ['run', ...new Set(files), '--exclude', '**/{embedded,supervisor,outage,kill,invariants}.test.ts']
}

/** Random faults in place of the whole table of them, which takes longer than all other tests of that step and repeats its statements. */
const faultSample = { FAULT_RUNS: '40' }

/** The server's tests on a PostgreSQL that somebody else built and configured. */
async function onExternalPostgres(
  execute: Execute,
  what: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Summary | Skipped> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return vitest(execute, 'server', { ...env, TEST_DATABASE_URL: given }, what)
  const bin = findSystemPostgres()
  if (!bin) return { reason: 'no PostgreSQL in /usr/lib/postgresql, and TEST_DATABASE_URL is not set' }
  const server = await startSystemPostgres(bin)
  try {
    console.log(`The external tests run on this machine's PostgreSQL ${server.version}`)
    return await vitest(execute, 'server', { ...env, TEST_DATABASE_URL: server.url }, what)
  } finally {
    await server.stop()
  }
}

async function journeys(execute: Execute): Promise<Outcome> {
  ensureFfmpeg()
  if (!ensureChromium()) return oneFailure('Chromium is missing')
  const built = await execute('node', ['tools/build-web.mjs'])
  if (built.code !== 0) return oneFailure('tools/build-web.mjs', lastLines(built.output))
  const file = join(scratch, 'e2e.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_DATA_DIR: join(journeyData, 'data') }
  const { code, output } = await execute('playwright', ['test', '--pass-with-no-tests'], env)
  const report = readJson<JourneyReport>(file)
  const ended = () => oneFailure(`Playwright ended with code ${code}`, lastLines(output))
  if (!report) return code === 0 ? nothing : ended()
  const { expected, flaky, skipped } = report.stats
  const failures = failedJourneys(report, readText)
  const outcome = code !== 0 && failures.length === 0 ? ended() : { failed: failures.length, failures }
  const again = secondTries(report, readText)
  return { ...outcome, passed: expected + flaky, skipped, slow: slowJourneys(report), again }
}

const findFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

/** Debian's installer where there is one and we may use it; null elsewhere. */
function findAptGet(): ((...args: string[]) => boolean) | null {
  const isThere = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (!isThere || process.getuid?.() !== 0) return null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

/** Galley runs without ffmpeg, but the tests of converted videos do not: where it cannot be installed, they are skipped and say so. */
function ensureFfmpeg(): void {
  const aptGet = findFfmpeg() ? null : findAptGet()
  if (!aptGet) return
  console.log('Installing ffmpeg (apt-get) for the tests of converted videos.')
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', 'ffmpeg')
}

/** Installs Debian's Chromium where there is none and we may; otherwise says what is missing. */
function ensureChromium(): boolean {
  const aptGet = findChromium() ? null : findAptGet()
  if (aptGet) {
    console.log('Installing Chromium (apt-get) for the journeys.')
    const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name)
    aptGet('update')
    // Older releases have no headless shell of their own.
    if (!install('chromium-headless-shell')) install('chromium')
  }
  if (findChromium()) return true
  console.error(
    'The journeys need Chromium or Chrome on the PATH. Install one (Debian: apt-get install chromium).',
  )
  return false
}

type Ended = { code: number; output: string }

/** Runs a program, gives its output to `show` as it comes, and returns the end of it for the list of failures. */
function start(
  show: (text: string) => void,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const colours = process.stdout.isTTY
    ? { FORCE_COLOR: '1' }
    : process.env.FORCE_COLOR
      ? {}
      : { NO_COLOR: '1' }
  const child = spawn(program, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...colours, ...env },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      show(text)
      output = (output + text).slice(-20_000)
    })
  }
  return new Promise(resolve => {
    const end = (ended: Ended) => {
      running.delete(child)
      resolve(ended)
    }
    child.on('error', error => {
      console.error(`${program} does not start: ${error.message}`)
      end({ code: 1, output: error.message })
    })
    child.on('close', code => end({ code: code ?? 1, output }))
  })
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readJson<Content>(file: string): Content | null {
  const text = readText(file)
  return text === null ? null : (JSON.parse(text) as Content)
}

type Result = { name: string; outcome: Outcome | Skipped; seconds: string }

/** Runs one step. Beside others its output is kept until it ends, so that they do not mix. */
async function runStep({ name, run }: Step, isAlone: boolean): Promise<Result> {
  const kept: string[] = []
  const write = (text: string) => process.stdout.write(text)
  const show = isAlone ? write : (text: string) => kept.push(text)
  if (isAlone) console.log(`\n── ${name}`)
  const started = performance.now()
  const outcome = await run((program, args, env) => start(show, program, args, env)).catch(
    (error: unknown) => {
      console.error(error)
      return oneFailure(`the step ${name}`, String(error))
    },
  )
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  if (!isAlone) write(`\n── ${name}\n${kept.join('')}`)
  if (!('reason' in outcome) && outcome.slow.length > 0) console.log(`Slowest: ${slowest(outcome.slow)}`)
  return { name, outcome, seconds }
}

async function runGroups(chosen: Step[][]): Promise<Summary> {
  const results: Result[] = []
  for (const group of chosen) {
    if (interrupted) break
    results.push(...(await Promise.all(group.map(step => runStep(step, group.length === 1)))))
  }
  return report(results)
}

function report(results: Result[]): Summary {
  const total = { ...nothing, failed: interrupted ? 1 : 0 }
  const lines: string[] = []
  const failures: string[] = []
  const secondTry: string[] = []
  for (const { name, outcome, seconds } of results) {
    if ('reason' in outcome) {
      lines.push(`${name.padEnd(10)} not run: ${outcome.reason}`)
      continue
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
    if (outcome.failures.length > 0) failures.push(describeFailures(name, outcome.failures))
    const again = outcome.again ?? []
    if (again.length > 0) secondTry.push(describeFailures(name, again))
    lines.push(`${name.padEnd(10)} ${countsOf(outcome)} (${seconds})`)
  }
  if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n\n')}`)
  if (secondTry.length > 0) console.log(`\n── passed only on a second try\n${secondTry.join('\n\n')}`)
  console.log(`\n${lines.map(line => `  ${line}`).join('\n')}\n`)
  return total
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const only = values.only?.flatMap(names => names.split(','))
const unknown = only?.filter(name => !steps.some(step => step.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`No step ${unknown.join(', ')}. There are: ${steps.map(step => step.name).join(', ')}.`)
  process.exit(2)
}
const isChosen = ({ name, onDemand }: Step) => (only ? only.includes(name) : !onDemand)
const chosen = groups.map(group => group.filter(isChosen)).filter(group => group.length > 0)
const total = await runGroups(chosen)
for (const folder of [scratch, journeyData]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
console.log(`${total.passed} passed, ${total.failed} failed`)
// A run without a single test proves nothing.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

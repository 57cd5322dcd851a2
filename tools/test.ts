import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.ts'
import { findSystemPostgres, startSystemPostgres } from './external-postgres.ts'
import { countsOf, describeFailures, type Failure, lastLines, slowest } from './failures.ts'
import { failedJourneys, type JourneyReport, secondTries, slowJourneys } from './journeys.ts'
import { roomyMemory } from './roomy-memory.ts'
import type { Summary } from './summary-reporter.ts'

// npm test: every check and test, in the order in which a failure is cheapest to learn of.
// `npm test -- --only server,web` runs only the steps named.

/** Why a step did not run; printed, and never counted as passed. */
type Skipped = { reason: string }
/** `again`: what passed, but on a second try alone (decision 22). */
type Outcome = Summary & { again?: Failure[] }
type Step = { name: string; run: () => Promise<Outcome | Skipped> }

let current: ChildProcess | undefined
let interrupted = false
// The step that runs is told, and ends in its own way: its databases and browsers must not stay behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
    current?.kill(signal)
  })
}

const scratch = mkdtempSync(join(tmpdir(), 'galley-tests-'))
const journeyData = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'galley-journeys-'))
const projects = ['domain', 'server', 'sandbox', 'tools', 'web']
const nothing: Summary = { passed: 0, failed: 0, skipped: 0, failures: [], slow: [] }

/** A failure outside every test: its whole step is its name. */
const oneFailure = (name: string, message = ''): Summary => ({
  ...nothing,
  failed: 1,
  failures: [{ name, file: '', message }],
})

const steps: Step[] = [
  check('types', 'tsc', '-p', 'tsconfig.json'),
  check('lint', 'biome', 'check', '--error-on-warnings', '.'),
  check('structure', 'node', 'tools/check.ts'),
  check('unused', 'knip', '--no-progress'),
  ...projects.map(name => ({ name, run: () => vitest(name) })),
  { name: 'external', run: serverOnExternalPostgres },
  check('bundles', 'node', 'tools/bundles.ts'),
  { name: 'e2e', run: journeys },
]

/** A program whose exit code is the answer counts as one test. */
function check(name: string, program: string, ...args: string[]): Step {
  const run = async () => {
    const { code, output } = await execute(program, args)
    return code === 0 ? { ...nothing, passed: 1 } : oneFailure(program, lastLines(output))
  }
  return { name, run }
}

/** A dot for each test, and the log of those alone that fail: the end of a long record must tell what matters. */
const quiet = ['--reporter', 'dot', '--reporter', './tools/summary-reporter.ts', '--silent', 'passed-only']

async function vitest(project: string, env: NodeJS.ProcessEnv = {}, what = ['run']): Promise<Summary> {
  const file = join(scratch, `${project}-${Object.keys(env).length}.json`)
  // On the embedded database whatever the environment says: the external one has a step of its own.
  const own = { SUMMARY_FILE: file, TEST_DATABASE_URL: '', ...env }
  const { code, output } = await execute(
    'vitest',
    [...what, '--project', `${project}*`, '--passWithNoTests', ...quiet],
    own,
  )
  const summary: Summary = readJson(file) ?? nothing
  if (code === 0 || summary.failed > 0) return summary
  const { passed, skipped, slow } = summary
  return { ...oneFailure(`vitest ended with code ${code}`, lastLines(output)), passed, skipped, slow }
}

/** What reaches a database of the tests: others have their own, or none. Not the minutes of the same statements over and over. */
const withDatabase = [
  ...['related', 'server/src/platform/db/testing.ts', '--run'],
  ...['--exclude', 'server/src/features/publishing/{faults,invariants,kill,race}.test.ts'],
]

/** The server's tests once more, on a PostgreSQL that somebody else built and configured. */
async function serverOnExternalPostgres(): Promise<Summary | Skipped> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return vitest('server', { TEST_DATABASE_URL: given }, withDatabase)
  const bin = findSystemPostgres()
  if (!bin) return { reason: 'no PostgreSQL in /usr/lib/postgresql, and TEST_DATABASE_URL is not set' }
  const server = await startSystemPostgres(bin)
  try {
    console.log(`The server's tests on PostgreSQL ${server.version} of this machine`)
    return await vitest('server', { TEST_DATABASE_URL: server.url }, withDatabase)
  } finally {
    await server.stop()
  }
}

async function journeys(): Promise<Outcome> {
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

/** Debian's Chromium is installed when there is none and we may; anyone else is told what is missing. */
function ensureChromium(): boolean {
  const apt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (!findChromium() && apt && process.getuid?.() === 0) {
    console.log('Installing Chromium (apt-get) for the journeys.')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', 'chromium')
  }
  if (findChromium()) return true
  console.error(
    'The journeys need Chromium or Chrome on the PATH. Install one (Debian: apt-get install chromium).',
  )
  return false
}

type Ended = { code: number; output: string }

/** Runs a program and shows what it says; the end of that comes back, for the list of failures. */
function execute(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const colours = process.stdout.isTTY
    ? { FORCE_COLOR: '1' }
    : process.env.FORCE_COLOR
      ? {}
      : { NO_COLOR: '1' }
  const child = spawn(program, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...colours, ...env },
  })
  current = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      output = (output + text).slice(-20_000)
    })
  }
  return new Promise(resolve => {
    child.on('error', error => {
      console.error(`${program} does not start: ${error.message}`)
      resolve({ code: 1, output: error.message })
    })
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readJson<Content>(file: string): Content | null {
  const text = readText(file)
  return text === null ? null : (JSON.parse(text) as Content)
}

async function runSteps(chosen: Step[]): Promise<Summary> {
  const total = { ...nothing }
  const lines: string[] = []
  const failures: string[] = []
  const secondTry: string[] = []
  for (const { name, run } of chosen) {
    if (interrupted) return { ...total, failed: total.failed + 1 }
    console.log(`\n── ${name}`)
    const started = performance.now()
    const outcome: Outcome | Skipped = await run().catch((error: unknown) => {
      console.error(error)
      return oneFailure(`the step ${name}`, String(error))
    })
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
    if ('reason' in outcome) {
      lines.push(`${name.padEnd(10)} not run: ${outcome.reason}`)
      continue
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
    if (outcome.slow.length > 0) console.log(`Slowest: ${slowest(outcome.slow)}`)
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
const total = await runSteps(steps.filter(step => !only || only.includes(step.name)))
for (const folder of [scratch, journeyData]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
console.log(`${total.passed} passed, ${total.failed} failed`)
// Nothing run is nothing proved.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

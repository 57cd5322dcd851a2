import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.ts'
import { findSystemPostgres, startSystemPostgres } from './external-postgres.ts'
import type { Summary } from './summary-reporter.ts'

// npm test: every check and test, in the order in which a failure is cheapest to learn of.
// `npm test -- --only server,web` runs only the steps named.

/** Why a step did not run; printed, and never counted as passed. */
type Skipped = { reason: string }
type Step = { name: string; run: () => Promise<Summary | Skipped> }

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
const projects = ['domain', 'server', 'sandbox', 'tools', 'web']
const nothing: Summary = { passed: 0, failed: 0, skipped: 0 }
const oneFailure: Summary = { ...nothing, failed: 1 }

const steps: Step[] = [
  check('types', 'tsc', '-p', 'tsconfig.json'),
  check('lint', 'biome', 'check', '--error-on-warnings', '.'),
  check('structure', 'node', 'tools/check.ts'),
  check('unused', 'knip', '--no-progress'),
  ...projects.map(name => ({ name, run: () => vitest(name) })),
  { name: 'external', run: serverOnExternalPostgres },
  { name: 'e2e', run: journeys },
]

/** A program whose exit code is the answer counts as one test. */
function check(name: string, program: string, ...args: string[]): Step {
  const run = async () => ((await execute(program, args)) === 0 ? { ...nothing, passed: 1 } : oneFailure)
  return { name, run }
}

async function vitest(project: string, env: NodeJS.ProcessEnv = {}, ...args: string[]): Promise<Summary> {
  const file = join(scratch, `${project}-${Object.keys(env).length}.json`)
  // On the embedded database whatever the environment says: the external one has a step of its own.
  const own = { SUMMARY_FILE: file, TEST_DATABASE_URL: '', ...env }
  const code = await execute('vitest', ['run', '--project', project, '--passWithNoTests', ...args], own)
  const summary: Summary = readJson(file) ?? nothing
  return code !== 0 && summary.failed === 0 ? { ...summary, failed: 1 } : summary
}

/** What another PostgreSQL cannot answer differently: own databases, none at all, or minutes of the same statements over and over. */
const notForExternal = [
  'server/src/platform/db/embedded*',
  'server/src/networks/**',
  'server/src/features/publishing/{faults,kill,outage,race}.test.ts',
].flatMap(pattern => ['--exclude', pattern])

/** The server's tests once more, on a PostgreSQL that somebody else built and configured. */
async function serverOnExternalPostgres(): Promise<Summary | Skipped> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return vitest('server', { TEST_DATABASE_URL: given }, ...notForExternal)
  const bin = findSystemPostgres()
  if (!bin) return { reason: 'no PostgreSQL in /usr/lib/postgresql, and TEST_DATABASE_URL is not set' }
  const server = await startSystemPostgres(bin)
  try {
    console.log(`The server's tests on PostgreSQL ${server.version} of this machine`)
    return await vitest('server', { TEST_DATABASE_URL: server.url }, ...notForExternal)
  } finally {
    await server.stop()
  }
}

async function journeys(): Promise<Summary> {
  if (!ensureChromium()) return oneFailure
  if ((await execute('node', ['tools/build-web.mjs'])) !== 0) return oneFailure
  const file = join(scratch, 'e2e.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_DATA_DIR: join(scratch, 'e2e-data') }
  const code = await execute('playwright', ['test', '--pass-with-no-tests'], env)
  const report = readJson<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }>(file)
  if (!report) return code === 0 ? nothing : oneFailure
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + report.errors.length
  return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
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

function execute(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  current = child
  return new Promise(resolve => {
    child.on('error', error => {
      console.error(`${program} does not start: ${error.message}`)
      resolve(1)
    })
    child.on('exit', code => resolve(code ?? 1))
  })
}

function readJson<Content>(file: string): Content | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : null
}

async function runSteps(chosen: Step[]): Promise<Summary> {
  const total = { ...nothing }
  const lines: string[] = []
  for (const { name, run } of chosen) {
    if (interrupted) return { ...total, failed: total.failed + 1 }
    console.log(`\n── ${name}`)
    const started = performance.now()
    const outcome = await run().catch((error: unknown) => {
      console.error(error)
      return oneFailure
    })
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
    if ('reason' in outcome) {
      lines.push(`${name.padEnd(10)} not run: ${outcome.reason}`)
      continue
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
    const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ''
    lines.push(`${name.padEnd(10)} ${outcome.passed} passed, ${outcome.failed} failed${skipped} (${seconds})`)
  }
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
rmSync(scratch, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
// Nothing run is nothing proved.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

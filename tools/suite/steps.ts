import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastLines } from '../failures.ts'
import { failedJourneys, type JourneyReport, slowJourneys } from '../journeys.ts'
import { findPooler } from '../postgres/pooler.ts'
import { findSystemPostgres } from '../postgres/system-postgres.ts'
import type { Summary } from '../summary-reporter.ts'
import { anyClock } from '../test-clock.ts'
import { ensureChromium, ensureFfmpeg } from './installed.ts'
import type { Execute } from './programs.ts'
import { dividedServerTests } from './server-files.ts'
import { check, nothing, oneFailure, readJson, readText, type Skipped, type Step, vitest } from './step.ts'

/** Of `npm test`: this many random faults. The whole table of them, with the mutants, belongs to `npm run test:all`. */
const SAMPLE = { FAULT_RUNS: '40' }
/** In `npm test` it makes some fifty videos; with those that every run makes, these are 500. */
const MEDIA_FUZZ_FILE = ['server/src/features/media/video-fuzz.test.ts']
const MEDIA_FUZZ_MS = '600000'
/** Everybody tries every id of others, where `npm test` sends those whom no other test sends. */
const WHOLE_WALK = { WALK: 'whole' }
/** Every screen on a phone and a desktop, every state in both themes. */
const ALL_LOOKS = { LOOKS: 'all' }
const FAILOVER_FILE = 'server/src/failover.test.ts'
/** The former version on this one's schema. */
const UPGRADE_FILE = 'server/src/upgrade.test.ts'
/** Clients are paused while workers are killed: as many posts as the product promises. */
const PAUSES_FILE = 'server/src/features/publishing/pauses-killed.test.ts'
const onSystem = { TEST_POSTGRES: 'system' }

/** The steps of `npm test` or of everything. Those of a group run side by side. */
export function makeGroups(isAll: boolean): Step[][] {
  const { waiting, database } = dividedServerTests()
  const elsewhere = [...waiting, ...database].flatMap(file => ['--exclude', file])
  const server = (name: string, args: string[], env?: NodeJS.ProcessEnv): Step => ({
    name,
    run: execute => serverTests(execute, args, env),
  })
  const groups: Step[][] = [
    // The two longest first. One needs a core for itself, the other waits half of its time; the short ones fill the rest.
    [
      unitTests('web', anyClock(process.env)),
      check('types', 'tsc', '-p', 'tsconfig.json'),
      check('structure', 'node', 'tools/check.ts'),
      check('lint', 'biome', 'check', '--error-on-warnings', '.'),
      check('unused', 'knip', '--no-progress'),
      unitTests('domain', anyClock(process.env)),
      unitTests('sandbox', anyClock(process.env)),
      unitTests('tools'),
      check('bundles', 'node', 'tools/bundles.ts'),
    ],
    [
      server('server', ['run', ...elsewhere], { ...anyClock(process.env), ...(isAll && WHOLE_WALK) }),
      server('waiting', ['run', ...waiting, '--maxWorkers', '1'], {
        ...anyClock(process.env),
        ...(!isAll && SAMPLE),
      }),
    ],
    // Browsers wait for half of their time, too.
    [
      { name: 'e2e', run: execute => journeys(execute, isAll) },
      server('database', ['run', ...database], { ...anyClock(process.env), ...onSystem }),
    ],
  ]
  if (!isAll) return groups
  const related = ['related', 'server/src/platform/db/testing.ts', '--run', ...elsewhere]
  return [
    ...groups,
    [server('database-embedded', ['run', ...database])],
    [{ name: 'server-system', run: execute => onlyOnSystem(execute, related) }],
    [{ name: 'server-pooled', run: behindPooler }],
    [{ name: 'failover', run: execute => onlyOnSystem(execute, ['run', FAILOVER_FILE], { FAILOVER: 'on' }) }],
    [server('upgrade', ['run', UPGRADE_FILE], { UPGRADE: 'on' })],
    [server('media-fuzz', ['run', ...MEDIA_FUZZ_FILE], { MEDIA_FUZZ: '470', MEDIA_FUZZ_MS })],
    [server('pauses', ['run', PAUSES_FILE], { PAUSES: '10000' })],
    ...seeDefects.map(step => [step]),
  ]
}

/** Whether what looks for defects sees those that are made on purpose (`tools/mutants.ts`). */
const seeDefects: readonly Step[] = [
  check('mutants', 'node', 'tools/faults.ts', '--mutants'),
  check('restore-mutants', 'node', 'tools/restore-drill.ts', '--mutants'),
  check('pause-mutants', 'node', 'tools/pause-race.ts'),
]

/** The vitest project of this name, and those beside it (`web-isolated`). */
function unitTests(name: string, env?: NodeJS.ProcessEnv): Step {
  return { name, run: execute => vitest(execute, ['run', '--project', `${name}*`], env) }
}

async function serverTests(execute: Execute, args: string[], env?: NodeJS.ProcessEnv): Promise<Summary> {
  ensureFfmpeg()
  return vitest(execute, [...args, '--project', 'server'], env)
}

async function onlyOnSystem(
  execute: Execute,
  args: string[],
  env: NodeJS.ProcessEnv = onSystem,
): Promise<Summary | Skipped> {
  return findSystemPostgres()
    ? serverTests(execute, args, env)
    : { reason: 'this machine has no PostgreSQL of its own (/usr/lib/postgresql)' }
}

/** Every test with an application, whose statements then share a few sessions. */
async function behindPooler(execute: Execute): Promise<Summary | Skipped> {
  if (!findPooler()) return { reason: 'this machine has no PgBouncer (Debian: pgbouncer)' }
  const files = ['server/testing/app.ts', 'server/src/pooler.test.ts']
  return serverTests(execute, ['related', ...files, '--run'], { ...onSystem, TEST_POOLER: 'on' })
}

async function journeys(execute: Execute, isAll: boolean): Promise<Summary> {
  ensureFfmpeg()
  if (!ensureChromium()) return oneFailure('Chromium is missing')
  const built = await execute('node', ['tools/build-web.mjs'])
  if (built.code !== 0) return oneFailure('tools/build-web.mjs', lastLines(built.output))
  const file = join(tmpdir(), 'e2e.json')
  const args = ['test', '--pass-with-no-tests', ...(isAll ? [] : ['--grep-invert', '@all'])]
  const env = { ...anyClock(process.env), PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(isAll && ALL_LOOKS) }
  const { code, output } = await execute('playwright', args, env)
  const report = readJson<JourneyReport>(file)
  const ended = () => oneFailure(`Playwright ended with code ${code}`, lastLines(output))
  if (!report) return code === 0 ? nothing : ended()
  const { expected, skipped } = report.stats
  const failures = failedJourneys(report, readText)
  const outcome = code !== 0 && failures.length === 0 ? ended() : { failed: failures.length, failures }
  return { ...outcome, passed: expected, skipped, slow: slowJourneys(report) }
}

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastLines } from '../failures.ts'
import { failedJourneys, type JourneyReport, slowJourneys } from '../journeys.ts'
import type { Summary } from '../summary-reporter.ts'
import { findSystemPostgres } from '../system-postgres.ts'
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
const onSystem = { TEST_POSTGRES: 'system' }

/** The steps of `npm test` or of everything, cheapest first. Those of a group run side by side. */
export function makeGroups(isAll: boolean): Step[][] {
  const { waiting, database } = dividedServerTests()
  const elsewhere = [...waiting, ...database].flatMap(file => ['--exclude', file])
  const server = (name: string, args: string[], env?: NodeJS.ProcessEnv): Step => ({
    name,
    run: execute => serverTests(execute, args, env),
  })
  const groups: Step[][] = [
    [
      check('types', 'tsc', '-p', 'tsconfig.json'),
      check('lint', 'biome', 'check', '--error-on-warnings', '.'),
      check('structure', 'node', 'tools/check.ts'),
      check('unused', 'knip', '--no-progress'),
    ],
    // The short ones mostly load modules and wait.
    [
      unitTests('domain', anyClock(process.env)),
      unitTests('sandbox', anyClock(process.env)),
      unitTests('tools'),
    ],
    [unitTests('web')],
    [
      server('server', ['run', ...elsewhere], isAll ? WHOLE_WALK : {}),
      server('waiting', ['run', ...waiting, '--maxWorkers', '1'], isAll ? {} : SAMPLE),
    ],
    [server('database', ['run', ...database], onSystem)],
    [check('bundles', 'node', 'tools/bundles.ts')],
    [{ name: 'e2e', run: execute => journeys(execute, isAll ? [] : ['--grep-invert', '@all']) }],
  ]
  if (!isAll) return groups
  const related = ['related', 'server/src/platform/db/testing.ts', '--run', ...elsewhere]
  return [
    ...groups,
    [server('database-embedded', ['run', ...database])],
    [{ name: 'server-system', run: execute => onlyOnSystem(execute, related) }],
    [
      server('media-fuzz', ['run', ...MEDIA_FUZZ_FILE, '--hookTimeout', MEDIA_FUZZ_MS], {
        MEDIA_FUZZ: '470',
      }),
    ],
    [check('mutants', 'node', 'tools/faults.ts', '--mutants')],
    [check('restore-mutants', 'node', 'tools/restore-drill.ts', '--mutants')],
  ]
}

/** The vitest project of this name, and those beside it (`web-isolated`). */
function unitTests(name: string, env?: NodeJS.ProcessEnv): Step {
  return { name, run: execute => vitest(execute, ['run', '--project', `${name}*`], env) }
}

async function serverTests(execute: Execute, args: string[], env?: NodeJS.ProcessEnv): Promise<Summary> {
  ensureFfmpeg()
  return vitest(execute, [...args, '--project', 'server'], env)
}

async function onlyOnSystem(execute: Execute, args: string[]): Promise<Summary | Skipped> {
  return findSystemPostgres()
    ? serverTests(execute, args, onSystem)
    : { reason: 'this machine has no PostgreSQL of its own (/usr/lib/postgresql)' }
}

async function journeys(execute: Execute, args: string[]): Promise<Summary> {
  ensureFfmpeg()
  if (!ensureChromium()) return oneFailure('Chromium is missing')
  const built = await execute('node', ['tools/build-web.mjs'])
  if (built.code !== 0) return oneFailure('tools/build-web.mjs', lastLines(built.output))
  const file = join(tmpdir(), 'e2e.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code, output } = await execute('playwright', ['test', '--pass-with-no-tests', ...args], env)
  const report = readJson<JourneyReport>(file)
  const ended = () => oneFailure(`Playwright ended with code ${code}`, lastLines(output))
  if (!report) return code === 0 ? nothing : ended()
  const { expected, skipped } = report.stats
  const failures = failedJourneys(report, readText)
  const outcome = code !== 0 && failures.length === 0 ? ended() : { failed: failures.length, failures }
  return { ...outcome, passed: expected, skipped, slow: slowJourneys(report) }
}

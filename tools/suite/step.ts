import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastLines } from '../failures.ts'
import type { Summary } from '../summary-reporter.ts'
import type { Execute } from './programs.ts'

/** Why a step did not run; printed, and never counted as passed. */
export type Skipped = { reason: string }
export type Step = { name: string; run: (execute: Execute) => Promise<Summary | Skipped> }

export const nothing: Summary = { passed: 0, failed: 0, skipped: 0, failures: [], slow: [] }

/** A failure outside every test: its whole step is its name. */
export const oneFailure = (name: string, message = ''): Summary => ({
  ...nothing,
  failed: 1,
  failures: [{ name, file: '', message }],
})

/** A program whose exit code is the answer counts as one test. */
export function check(name: string, program: string, ...args: string[]): Step {
  const run = async (execute: Execute) => {
    const { code, output } = await execute(program, args)
    return code === 0 ? { ...nothing, passed: 1 } : oneFailure(program, lastLines(output))
  }
  return { name, run }
}

/** A dot for each test, and logs only of tests that fail, so that the end of a long record tells what matters. */
const quiet = ['--reporter', 'dot', '--reporter', './tools/summary-reporter.ts', '--silent', 'passed-only']

/** Runs vitest with these arguments. */
export async function vitest(
  execute: Execute,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Summary> {
  const file = join(tmpdir(), `${randomUUID()}.json`)
  const { code, output } = await execute('vitest', [...args, '--passWithNoTests', ...quiet], {
    SUMMARY_FILE: file,
    TEST_DATABASE_URL: '',
    ...env,
  })
  const summary: Summary = readJson(file) ?? nothing
  if (code === 0 || summary.failed > 0) return summary
  const { passed, skipped, slow } = summary
  return { ...oneFailure(`vitest ended with code ${code}`, lastLines(output)), passed, skipped, slow }
}

export function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

export function readJson<Content>(file: string): Content | null {
  const text = readText(file)
  return text === null ? null : (JSON.parse(text) as Content)
}

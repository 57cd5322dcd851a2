import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node'
import type { Failure, SlowFile } from './failures.ts'

/** The result of one run of tests; `tools/test.ts` adds these up. */
export type Summary = {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
  slow: SlowFile[]
}

/**
 * Writes the counts, the failures and the times of a run to the file that `SUMMARY_FILE` names; without it, does nothing.
 * A file that cannot be loaded and an error outside every test each count as one failure.
 */
class SummaryReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const file = process.env.SUMMARY_FILE
    if (!file) return
    const outside = errors.map(error => ({ name: 'outside every test', file: '', message: messageOf(error) }))
    const summary: Summary = {
      passed: 0,
      failed: errors.length,
      skipped: 0,
      failures: [...outside, ...modules.flatMap(failuresOf)],
      slow: modules.map(module => ({ file: module.relativeModuleId, duration: durationOf(module) })),
    }
    for (const module of modules) {
      const before = summary.failed
      for (const test of module.children.allTests()) summary[countOf(test.result().state)] += 1
      if (module.state() === 'failed' && summary.failed === before) summary.failed += 1
    }
    if (reason !== 'passed' && summary.failed === 0) summary.failed = 1
    writeFileSync(file, JSON.stringify(summary))
  }
}

/** A test that never ended has not passed. */
function countOf(state: ReturnType<TestCase['result']>['state']): 'passed' | 'failed' | 'skipped' {
  return state === 'pending' ? 'failed' : state
}

/** The errors of the file itself (it does not load), of its groups (a failing hook), and of its tests. */
function failuresOf(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const own = [module, ...module.children.allSuites()].flatMap(suite =>
    suite.errors().map(error => ({
      name: suite.type === 'module' ? 'the file as a whole' : suite.fullName,
      file,
      message: messageOf(error),
    })),
  )
  const tests = [...module.children.allTests()].flatMap(test => {
    const { state, errors } = test.result()
    if (countOf(state) !== 'failed') return []
    const message = errors?.map(messageOf).join('\n') || 'never ended'
    return [{ name: test.fullName, file, message }]
  })
  return [...own, ...tests]
}

/** The message, the difference, and the first stack line in our own code. */
function messageOf(error: SerializedError): string {
  const place = error.stacks?.find(frame => !frame.file.includes('/node_modules/'))
  const at = place ? `at ${relative(process.cwd(), place.file)}:${place.line}:${place.column}` : ''
  const difference = typeof error.diff === 'string' ? error.diff : ''
  return [`${error.name ?? 'Error'}: ${error.message}`, at, difference].filter(Boolean).join('\n')
}

function durationOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic()
  return Math.round(collectDuration + duration)
}

// biome-ignore lint/style/noDefaultExport: vitest loads a reporter named by path through its default export
export default SummaryReporter

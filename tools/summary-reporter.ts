import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/** What one run of tests came to; `tools/test.mjs` adds these up. */
export type Summary = { passed: number; failed: number; skipped: number }

/**
 * Writes the counts of a run to the file that `SUMMARY_FILE` names; without it, does nothing.
 * A file that cannot be loaded and an error outside every test each count as one failure.
 */
class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const file = process.env.SUMMARY_FILE
    if (!file) return
    const summary: Summary = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      const before = summary.failed
      for (const test of module.children.allTests()) summary[countOf(test.result().state)] += 1
      if (module.state() === 'failed' && summary.failed === before) summary.failed += 1
    }
    if (reason !== 'passed' && summary.failed === 0) summary.failed = 1
    writeFileSync(file, JSON.stringify(summary))
  }
}

/** A test that never came to an end has not passed. */
function countOf(state: 'passed' | 'failed' | 'skipped' | 'pending'): keyof Summary {
  return state === 'pending' ? 'failed' : state
}

// biome-ignore lint/style/noDefaultExport: vitest loads a reporter named by path through its default export
export default SummaryReporter

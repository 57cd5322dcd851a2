import { createHash } from 'node:crypto'

/**
 * Milliseconds of the processor for the work below while tests run on the machine of `budgets.json`. Worked out on a slower one on 28
 * November 2026: 24.5 ms there, where the steps needed 2.4 times as much as in the table.
 */
const REFERENCE_MS = 10

/** What tests do most: make objects, sort, write and read JSON, hash. */
function work(): string {
  const rows = Array.from({ length: 12_000 }, (_, id) => ({
    id,
    text: `row ${(id * 7919) % 12_000}`,
    tags: [id],
  }))
  rows.sort((a, b) => a.text.localeCompare(b.text))
  const copy: unknown = JSON.parse(JSON.stringify(rows))
  return createHash('sha256').update(JSON.stringify(copy)).digest('hex')
}

/** Milliseconds of the processor for a fixed piece of work. */
function measureWork(): number {
  // Once before, because code that has rested is slower.
  work()
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** How many times as long a machine takes as that of the table, by what the work took now and then; never less than once. */
export function slownessOf(milliseconds: readonly number[]): number {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return Math.max(1, (sorted[Math.floor(sorted.length / 2)] ?? 0) / REFERENCE_MS)
}

/**
 * Measures the machine during a run of the tests, every ten seconds. A processor's seconds are not the same everywhere: those of a core
 * that is shared, or of an older one, contain less work.
 * @returns how slow it has been so far (`slownessOf`)
 */
export function watchSpeed(): () => number {
  const milliseconds: number[] = []
  setInterval(() => milliseconds.push(measureWork()), 10_000).unref()
  return () => slownessOf(milliseconds)
}

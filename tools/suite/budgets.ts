import { readFileSync, writeFileSync } from 'node:fs'
import { type SlowFile, slowest } from '../failures.ts'

/**
 * What a step may need of the processor, in seconds, on the machine where the table was measured, and what its largest files took of it.
 * A step that needs much more fails, so that the run stays short.
 */
export type Budget = { seconds: number; files?: Record<string, number> }

/** No two runs need the same. */
const TOLERANCE = 1.5

const table = new URL('budgets.json', import.meta.url)
export const budgets: Record<string, Budget | undefined> = JSON.parse(readFileSync(table, 'utf8'))

/** Writes these steps into the table; the others stay. */
export function writeBudgets(measured: Readonly<Record<string, Budget>>): void {
  writeFileSync(table, `${JSON.stringify({ ...budgets, ...measured }, null, 2)}\n`)
}

/**
 * The files of a step with their share of its processor seconds. Only the whole step's are known: each file has the part of them that
 * its duration is of all durations, which is the same on a busy machine.
 */
export function shares(files: readonly SlowFile[], seconds: number): SlowFile[] {
  const all = files.reduce((sum, { duration }) => sum + duration, 0)
  return all === 0 ? [] : files.map(({ file, duration }) => ({ file, duration: (duration / all) * seconds }))
}

/**
 * Why this step needed too much, with the files that grew; null if it did not.
 * @param slowness how many times as long this machine takes as the measured one (`watchSpeed`)
 */
export function explainExcess(
  budget: Budget,
  needed: number,
  files: readonly SlowFile[],
  slowness = 1,
): string | null {
  const seconds = needed / slowness
  if (seconds < budget.seconds * TOLERANCE) return null
  const grown = shares(files, seconds)
    .map(({ file, duration }) => ({ file, duration: duration - (budget.files?.[file] ?? 0) }))
    .filter(({ duration }) => duration > 0)
  const machine = slowness === 1 ? '' : ` (${Math.round(needed)} s on this machine)`
  const first = `needed ${Math.round(seconds)} s of the processor${machine}; its budget is ${budget.seconds} s (tools/suite/budgets.json)`
  // Without what they took before, the largest need not be those that grew.
  const which = budget.files ? 'grew most' : 'largest'
  return grown.length === 0 ? first : `${first}\n${which}: ${slowest(grown.map(inMilliseconds))}`
}

/** A smaller part of its step is not in the table: a file that grows from there to an excess is named all the same. */
const NAMED_FROM = 0.02

/** The entry of a step in the table, from a run in which it needed this. */
export function budgetOf(needed: number, files: readonly SlowFile[], slowness: number): Budget {
  const seconds = Math.ceil(needed / slowness)
  const named = shares(files, seconds)
    .filter(({ duration }) => duration >= seconds * NAMED_FROM)
    .map(({ file, duration }) => [file, Math.round(duration * 10) / 10] as const)
  return named.length === 0 ? { seconds } : { seconds, files: Object.fromEntries(named) }
}

const inMilliseconds = ({ file, duration }: SlowFile): SlowFile => ({ file, duration: duration * 1000 })

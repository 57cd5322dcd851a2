import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Cell, describeCell, type Ending } from '#testing/publishing/faults.ts'
import { type Mutant, mutants } from './mutants.ts'
import { leaveNothing } from './suite/leave-nothing.ts'

// npm run faults -- --runs 3000 --seed 7: random cells of the fault matrix, on all four networks side by side.
// npm run faults -- --mutants: whether the runs see the defects of tools/mutants.ts, and nothing without them.
leaveNothing()
const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    /** Part of the names of the mutants to try; all, if left out. */
    only: { type: 'string', default: '' },
  },
})
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000))
const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const test = 'server/src/features/publishing/faults.test.ts'

type Line = { seed: number; cell: Cell; ending: Ending }
type Result = { lines: Line[]; isPassed: boolean; seconds: number }

/** Runs this many cells; a mutant's run ends once the defect is seen. */
const runCells = (runs: number, mutant?: Mutant): Result => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'galley-faults-'))
  const report = path.join(folder, 'report.jsonl')
  const own = mutant
    ? {
        FAULT_MUTANT: mutant.name,
        FAULT_STOP: mutant.seenAs.source,
        FAULT_CELL: JSON.stringify(mutant.of ?? {}),
      }
    : {}
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', test], {
    cwd: root,
    // A mutant's failures are what is wanted.
    stdio: ['ignore', 'ignore', mutant ? 'ignore' : 'inherit'],
    env: { ...process.env, FAULT_RUNS: String(runs), FAULT_SEED: seed, FAULT_REPORT: report, ...own },
  })
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  rmSync(folder, { recursive: true, force: true })
  const lines: Line[] = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
  const seconds = (performance.now() - started) / 1_000
  return { lines, isPassed: status === 0 && lines.length > 0, seconds }
}

const isViolated = ({ ending }: Line): boolean => ending.violations.length > 0

/** The rows of the table that count this run: what happened to the post and when, and what its network did. */
const rowsOf = ({ cell }: Line): string[] => [
  `${cell.network}: ${cell.happening}${cell.happening === 'goes on' ? '' : `, ${cell.step}`}`,
  `${cell.network}: ${cell.trouble.name}`,
]
type Count = {
  runs: number
  live: number
  failed: number
  unconfirmed: number
  other: number
  violations: number
}
/** How the runs ended, by what happened and by what the network did. */
const printTable = (lines: readonly Line[]): void => {
  const table = new Map<string, Count>()
  for (const line of lines)
    for (const name of rowsOf(line)) {
      const { status, reason, violations } = line.ending
      const none = { runs: 0, live: 0, failed: 0, unconfirmed: 0, other: 0, violations: 0 }
      const count = table.get(name) ?? none
      table.set(name, count)
      count.runs += 1
      count.violations += violations.length
      if (status === 'live') count.live += 1
      else if (reason === 'unconfirmed') count.unconfirmed += 1
      else if (status === 'publishing_failed') count.failed += 1
      // Changed or deleted before it was sent.
      else count.other += 1
    }
  const columns = ['runs', 'live', 'failed', 'unconfirmed', 'other', 'violations'] as const
  const names = [...table.keys()].sort()
  const width = Math.max(10, ...names.map(name => name.length)) + 2
  console.log(`${'cell'.padEnd(width)}${columns.map(column => column.padStart(13)).join('')}`)
  for (const name of names) {
    const count = table.get(name)
    console.log(
      `${name.padEnd(width)}${columns.map(column => String(count?.[column] ?? 0).padStart(13)).join('')}`,
    )
  }
}

/** The runs themselves. @returns whether none was violated */
const runPlain = (runs: number): boolean => {
  const { lines, isPassed, seconds } = runCells(runs)
  printTable(lines)
  const violated = lines.filter(isViolated)
  for (const { seed: own, cell, ending } of violated)
    console.log(`seed ${own}: ${describeCell(cell)}: ${ending.violations.join('; ')}`)
  const speed = `${seconds.toFixed(0)} s, ${(seconds / lines.length).toFixed(2)} s a run`
  console.log(`${lines.length} runs from seed ${seed} in ${speed}, ${violated.length} with a violation`)
  return isPassed && violated.length === 0
}

/** Whether the oracle reports the mutant's defect; a run that merely breaks does not count. */
const isCaught = (mutant: Mutant, runs: number): boolean => {
  const { lines } = runCells(runs, mutant)
  const says = ({ ending }: Line) => ending.violations.find(violation => mutant.seenAs.test(violation))
  const index = lines.findIndex(line => says(line) !== undefined)
  const line = lines[index]
  if (line) {
    console.log(`caught in run ${String(index + 1).padStart(3)}  ${mutant.name}: ${says(line)}`)
    return true
  }
  console.log(`NOT SEEN in ${lines.length} runs  ${mutant.name}`)
  for (const { ending } of lines.filter(isViolated)) console.log(`    ${ending.violations.join('; ')}`)
  return false
}

/** Every mutant, and the product as it is. */
const runMutants = (runs: number): boolean => {
  const chosen = mutants.filter(({ name }) => name.includes(values.only))
  const caught = chosen.filter(mutant => isCaught(mutant, runs)).length
  console.log(`${caught} of ${chosen.length} mutants caught (seed ${seed})`)
  // The control run may be left out only when a few mutants are retried (`--only`).
  const isControlGood = values.only !== '' || runPlain(runs)
  return caught === chosen.length && isControlGood
}

const isGood = values.mutants ? runMutants(Number(values.runs ?? 200)) : runPlain(Number(values.runs ?? 400))
process.exitCode = isGood ? 0 : 1

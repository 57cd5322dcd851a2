import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Cell, describeCell, type Ending } from '#testing/faults.ts'

// npm run faults -- --runs 3000 --seed 7: random cells of the fault matrix, on all four networks side by side.
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '400' }, seed: { type: 'string' } },
})
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000))
const root = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'galley-faults-'))
const report = path.join(folder, 'report.jsonl')

type Line = { seed: number; cell: Cell; ending: Ending }

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const test = 'server/src/features/publishing/faults.test.ts'
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', test], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, FAULT_RUNS: values.runs, FAULT_SEED: seed, FAULT_REPORT: report },
})
const lines: Line[] = existsSync(report)
  ? readFileSync(report, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
  : []
rmSync(folder, { recursive: true, force: true })

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
const violated = lines.filter(line => line.ending.violations.length > 0)
for (const { seed: own, cell, ending } of violated)
  console.log(`seed ${own}: ${describeCell(cell)}: ${ending.violations.join('; ')}`)
console.log(`${lines.length} runs from seed ${seed}, ${violated.length} with a violation`)
process.exitCode = status === 0 && violated.length === 0 && lines.length > 0 ? 0 : 1

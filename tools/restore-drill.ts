import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { restoreMutants } from './mutants.ts'

// npm run restore-drill: puts a backup back after what it knows as unsent has gone out, and compares the four networks' feeds.
// npm run restore-drill -- --mutants: whether the drill sees the defects of the rule (tools/mutants.ts).
const { values } = parseArgs({
  options: { mutants: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const test = 'server/src/features/publishing/restore-drill.test.ts'
/** The same with the backups that Galley makes itself. */
const ownBackups = 'server/src/features/backups/restore-drill.test.ts'

/** @returns what the networks' feeds say is wrong, and whether the drill came to its end well */
const runDrill = (mutant?: string): { violations: string[]; isPassed: boolean } => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'galley-drill-'))
  const report = path.join(folder, 'report.txt')
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'server', test, ...(mutant ? [] : [ownBackups])],
    {
      cwd: root,
      stdio: ['ignore', mutant ? 'ignore' : 'inherit', mutant ? 'ignore' : 'inherit'],
      env: { ...process.env, DRILL_REPORT: report, ...(mutant ? { FAULT_MUTANT: mutant } : {}) },
    },
  )
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  rmSync(folder, { recursive: true, force: true })
  return { violations: text.split('\n').filter(line => line !== ''), isPassed: status === 0 }
}

const runMutants = (): boolean => {
  const chosen = restoreMutants.filter(({ name }) => name.includes(values.only))
  const missed = chosen.filter(({ name, seenAs }) => {
    const seen = runDrill(name).violations.find(line => seenAs.test(line))
    console.log(seen ? `caught    ${name}: ${seen}` : `NOT SEEN  ${name}`)
    return seen === undefined
  })
  console.log(`${chosen.length - missed.length} of ${chosen.length} mutants caught`)
  return missed.length === 0
}

process.exitCode = (values.mutants ? runMutants() : runDrill().isPassed) ? 0 : 1

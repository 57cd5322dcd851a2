import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pauseMutants } from './mutants.ts'

// node tools/pause-race.ts: whether the race of pauses sees the defects of tools/mutants.ts.
const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const test = 'server/src/features/publishing/pauses-race.test.ts'
/** A defect of a few milliseconds is not met in each race. */
const TIMES = 3

/** @returns what the race says is wrong */
const runRace = (mutant: string, seed: number): string[] => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'galley-pauses-'))
  const report = path.join(folder, 'report.txt')
  spawnSync(process.execPath, [vitest, 'run', '--project', 'server', test], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PAUSE_REPORT: report, PAUSE_SEED: String(seed), FAULT_MUTANT: mutant },
  })
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  rmSync(folder, { recursive: true, force: true })
  return text.split('\n').filter(line => line !== '')
}

const missed = pauseMutants.filter(({ name, seenAs }) => {
  for (let seed = 1; seed <= TIMES; seed++) {
    const seen = runRace(name, seed).find(line => seenAs.test(line))
    if (seen !== undefined) {
      console.log(`caught    ${name}: ${seen}`)
      return false
    }
  }
  console.log(`NOT SEEN  ${name}`)
  return true
})
console.log(`${pauseMutants.length - missed.length} of ${pauseMutants.length} mutants caught`)
process.exitCode = missed.length === 0 ? 0 : 1

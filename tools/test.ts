import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { countsOf, describeFailures, nameFailures, slowest } from './failures.ts'
import { findTmpfs } from './postgres/tmpfs.ts'
import { type Budget, budgetOf, budgets, explainExcess, writeBudgets } from './suite/budgets.ts'
import { leaveNothing } from './suite/leave-nothing.ts'
import { watchSpeed } from './suite/machine-speed.ts'
import { interrupt, makeExecute, wasInterrupted } from './suite/programs.ts'
import { nothing, oneFailure, type Skipped, type Step } from './suite/step.ts'
import { makeGroups } from './suite/steps.ts'
import type { Summary } from './summary-reporter.ts'

// npm test: what every change must pass. npm run test:all: everything. `-- --only server,web` runs only the named steps,
// `-- --write-budgets` writes what they needed into the table of budgets.

type Result = { name: string; outcome: Summary | Skipped; seconds: number; processor: number | null }

/** Runs one step. Beside others its output is kept until it ends, so that they do not mix. */
async function runStep({ name, run }: Step, isAlone: boolean): Promise<Result> {
  const kept: string[] = []
  const write = (text: string) => process.stdout.write(text)
  if (isAlone) console.log(`\n── ${name}`)
  const started = performance.now()
  const { execute, seconds } = makeExecute(isAlone ? write : text => kept.push(text))
  const outcome = await run(execute).catch((error: unknown) => {
    console.error(error)
    return oneFailure(`the step ${name}`, String(error))
  })
  const processor = seconds()
  if (!isAlone) write(`\n── ${name}\n${kept.join('')}`)
  if (!('reason' in outcome) && outcome.slow.length > 0) console.log(`Slowest: ${slowest(outcome.slow)}`)
  return { name, outcome, seconds: (performance.now() - started) / 1000, processor }
}

/** How many steps of a group run at once: one more than a small machine has cores, because some of them wait. */
const AT_ONCE = 3

async function runGroups(chosen: Step[][]): Promise<Result[]> {
  const results: Result[] = []
  for (const group of chosen) {
    const left = [...group]
    const runNext = async (): Promise<void> => {
      const step = wasInterrupted() ? undefined : left.shift()
      if (!step) return
      results.push(await runStep(step, group.length === 1))
      return runNext()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  }
  return results
}

/** The outcome, failed if the step needed too much of the processor. */
function withinBudget({ name, outcome, processor }: Result, slowness: number): Summary | Skipped {
  const budget: Budget | undefined = budgets[name]
  if ('reason' in outcome || processor === null || !budget) return outcome
  const excess = explainExcess(budget, processor, outcome.slow, slowness)
  if (!excess) return outcome
  const { failed, failures } = oneFailure('the step as a whole', excess)
  return {
    ...outcome,
    failed: outcome.failed + failed,
    failures: [...outcome.failures, ...failures],
  }
}

function timesOf({ name, seconds, processor }: Result): string {
  const budget = budgets[name]
  const used = processor === null ? '' : `, processor ${processor.toFixed(0)} s`
  return `${seconds.toFixed(0)} s${used}${budget ? ` of ${budget.seconds} s` : ''}`
}

function report(results: Result[], slowness: number): Summary {
  const total = { ...nothing, failed: wasInterrupted() ? 1 : 0 }
  const lines: string[] = []
  const failures: string[] = []
  const names: string[] = []
  for (const result of results) {
    const outcome = withinBudget(result, slowness)
    const name = result.name.padEnd(18)
    if ('reason' in outcome) {
      lines.push(`${name} not run: ${outcome.reason}`)
      continue
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
    if (outcome.failures.length > 0) failures.push(describeFailures(result.name, outcome.failures))
    names.push(...nameFailures(result.name, outcome.failures))
    lines.push(`${name} ${countsOf(outcome)} (${timesOf(result)})`)
  }
  if (slowness > 1)
    lines.push(`This machine takes ${slowness.toFixed(1)} times as long as that of the budgets.`)
  if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n\n')}`)
  console.log(`\n${[...lines, ...names].map(line => `  ${line}`).join('\n')}\n`)
  return total
}

/** Ends the run on a signal, and also when the process that started it was killed and so could not pass one on. */
function watchForTheEnd(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt(signal))
  const { ppid } = process
  setInterval(() => {
    if (process.ppid !== ppid) interrupt('SIGTERM')
  }, 1000).unref()
}

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    /** Writes what the steps needed into the table of budgets: on a machine that does nothing else. */
    'write-budgets': { type: 'boolean', default: false },
  },
})
const groups = makeGroups(values.all)
const steps = groups.flat()
const only = values.only?.flatMap(names => names.split(','))
const unknown = only?.filter(name => !steps.some(step => step.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`No step ${unknown.join(', ')}. There are: ${steps.map(step => step.name).join(', ')}.`)
  process.exit(2)
}
leaveNothing(findTmpfs() ?? tmpdir())
watchForTheEnd()
const isChosen = ({ name }: Step) => !only || only.includes(name)
const chosen = groups.map(group => group.filter(isChosen)).filter(group => group.length > 0)
const slowness = watchSpeed()
const results = await runGroups(chosen)
const total = report(results, slowness())
if (values['write-budgets'])
  writeBudgets(
    Object.fromEntries(
      results.flatMap(({ name, outcome, processor }) =>
        processor === null || 'reason' in outcome || outcome.failed > 0
          ? []
          : [[name, budgetOf(processor, outcome.slow, slowness())]],
      ),
    ),
  )
console.log(`${total.passed} passed, ${total.failed} failed`)
// A run without a single test proves nothing.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

import type { Problem, Rule } from './source.ts'

const folder = 'server/src/features/'
const BESIDE_NOTHING_MAX = 250

/** Long tests of what many calls and jobs do together: none of the files that they run is the one they are about. */
const scenarios: Readonly<Record<string, string>> = {
  'agencies/audit-log/changes.test.ts': 'one table of every change that is logged',
  'analytics/sandbox-figures.test.ts': 'the figures of all four networks, from the wire to the page',
  'approvals/restored-approvals.test.ts': 'saves, decisions and resets that follow each other',
  'billing/killed-process.test.ts': 'a process killed at each step of each change of a plan',
  'billing/subscription.test.ts': 'the life of a subscription, from its card to its end',
  'calendar/current-cards.test.ts': 'any writes of any feature against what the calendar shows',
  'imports/archive-round-trip.test.ts': 'an archive written and read again',
  'publishing/invariants.test.ts': 'what holds in every state of a publication',
  'publishing/kill.test.ts': 'a worker killed at each step of publishing',
  'publishing/linked-pages.test.ts': 'a link on its way from the editor to four feeds',
}

/** A long test of a feature stands beside the file of its name, where a reader of either one finds the other. */
export const longTestsStandBeside: Rule = sources => {
  const paths = new Set(sources.map(({ path }) => path))
  const tests = sources.filter(({ path }) => path.startsWith(folder) && path.endsWith('.test.ts'))
  const isFree = (path: string) =>
    paths.has(path.replace(/\.test\.ts$/, '.ts')) || path.slice(folder.length) in scenarios
  return [
    ...tests
      .filter(({ path, text }) => text.split('\n').length > BESIDE_NOTHING_MAX && !isFree(path))
      .map(({ path }) => ({
        path,
        message: `is longer than ${BESIDE_NOTHING_MAX} lines and stands beside no file of its name. Divide it by the calls that it tests.`,
      })),
    ...staleScenarios(paths),
  ]
}

const staleScenarios = (paths: ReadonlySet<string>): Problem[] =>
  Object.keys(scenarios)
    .filter(name => !paths.has(`${folder}${name}`))
    .map(name => ({
      path: 'tools/structure/test-places.ts',
      message: `lists the test ${name}, which is not there.`,
    }))

import { stripVTControlCharacters } from 'node:util'

/** A test that failed: its full name, its file (with the line where known) and what it said, without colours. */
export type Failure = { name: string; file: string; message: string }

/** Enough for an assertion with its difference; a record that keeps only its end must hold several. */
const longest = 20

/** What a run says last: each failed test of a step, so that the end of a long record tells what failed. */
export function describeFailures(step: string, failures: readonly Failure[]): string {
  return failures
    .map(({ name, file, message }) => {
      const said = firstLines(message).map(line => `      ${line}`)
      return [`  ${step} ✗ ${name}`, `      ${file}`, ...said].join('\n').trimEnd()
    })
    .join('\n\n')
}

function firstLines(message: string): string[] {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  return lines.length > longest ? [...lines.slice(0, longest), '…'] : lines
}

/** A file of tests and how long it took, in milliseconds. */
export type SlowFile = { file: string; duration: number }

/** The five slowest files with their seconds, on one line. */
export function slowest(files: readonly SlowFile[]): string {
  return files
    .toSorted((one, other) => other.duration - one.duration)
    .slice(0, 5)
    .map(({ file, duration }) => `${file} ${(duration / 1000).toFixed(1)} s`)
    .join(', ')
}

/** The last lines of a program's output: a check says at its end what it objects to. */
export function lastLines(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n')
  return lines.slice(-longest).join('\n')
}

type JourneyError = { message?: string; stack?: string; value?: string }
type JourneySpec = {
  title: string
  file: string
  line: number
  tests: { status: string; results: { status: string; duration: number; errors?: JourneyError[] }[] }[]
}
type JourneySuite = { title: string; specs: JourneySpec[]; suites?: JourneySuite[] }

/** The part of Playwright's JSON report that is read here. */
export type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: JourneySuite[]
  errors: JourneyError[]
}

/** The failed journeys of Playwright's report, those that failed at first (flaky) too. */
export function failedJourneys(report: JourneyReport): Failure[] {
  const outside = report.errors.map(error => ({
    name: 'outside every test',
    file: 'e2e',
    message: messageOf(error),
  }))
  return [...outside, ...report.suites.flatMap(specsOf).flatMap(failedSpec)]
}

function failedSpec({ title, file, line, tests }: JourneySpec): Failure[] {
  return tests
    .filter(test => test.status === 'unexpected' || test.status === 'flaky')
    .map(test => {
      const failed = test.results.find(result => result.status !== 'passed')
      const errors = failed?.errors?.map(messageOf).join('\n') ?? ''
      return { name: title, file: `e2e/${file}:${line}`, message: errors || `ended as "${failed?.status}"` }
    })
}

/** How long the journeys of each file took. */
export function slowJourneys(report: JourneyReport): SlowFile[] {
  const times = new Map<string, number>()
  for (const { file, tests } of report.suites.flatMap(specsOf)) {
    const took = tests.flatMap(test => test.results).reduce((sum, result) => sum + result.duration, 0)
    times.set(`e2e/${file}`, (times.get(`e2e/${file}`) ?? 0) + took)
  }
  return [...times].map(([file, duration]) => ({ file, duration }))
}

const specsOf = (suite: JourneySuite): JourneySpec[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

const messageOf = (error: JourneyError): string => error.message ?? error.value ?? error.stack ?? ''

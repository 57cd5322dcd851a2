import type { Failure, SlowFile } from './failures.ts'
import { shownBy } from './shown-page.ts'

type JourneyError = { message?: string; stack?: string; value?: string }
type JourneyResult = {
  status: string
  duration: number
  errors?: JourneyError[]
  attachments?: { name: string; path?: string }[]
}
type JourneySpec = {
  title: string
  file: string
  line: number
  tests: { status: string; results: JourneyResult[] }[]
}
type JourneySuite = { title: string; specs: JourneySpec[]; suites?: JourneySuite[] }

/** The part of Playwright's JSON report that is read here. */
export type JourneyReport = {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: JourneySuite[]
  errors: JourneyError[]
}

/** Reads a file named by an attachment; null if it does not exist. */
type Read = (path: string) => string | null

/** The failed journeys of Playwright's report, and failures outside every journey. */
export function failedJourneys(report: JourneyReport, read: Read): Failure[] {
  const outside = report.errors.map(error => ({
    name: 'outside every test',
    file: 'e2e',
    message: messageOf(error),
  }))
  const failed = report.suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(test => test.status === 'unexpected')
      .map(test => {
        const failed = test.results.find(result => result.status !== 'passed')
        const errors = failed?.errors?.map(messageOf).join('\n') ?? ''
        const page = shownBy(failed?.attachments ?? [], read)
        const message = errors || `ended as "${failed?.status}"`
        return { name: title, file: `e2e/${file}:${line}`, message, ...(page.length > 0 && { page }) }
      }),
  )
  return [...outside, ...failed]
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

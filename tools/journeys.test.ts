import { expect, test } from 'vitest'
import { failedJourneys, type JourneyReport, slowJourneys } from './journeys.ts'

const passed = { status: 'passed', duration: 1500 }
const failed = (message: string, path?: string) => ({
  status: 'failed',
  duration: 1500,
  errors: [{ message }],
  attachments: [
    { name: 'screenshot', path: 'failed.png' },
    ...(path ? [{ name: 'error-context', path }] : []),
  ],
})

const journey = (
  title: string,
  status: string,
  ...results: (typeof passed | ReturnType<typeof failed>)[]
) => ({
  title,
  file: 'story.spec.ts',
  line: 7,
  tests: [{ status, results }],
})

const report: JourneyReport = {
  stats: { expected: 1, unexpected: 1, skipped: 0 },
  errors: [{ message: 'Galley does not start' }],
  suites: [
    {
      title: 'story.spec.ts',
      specs: [journey('works', 'expected', passed)],
      suites: [
        {
          title: 'group',
          specs: [journey('breaks', 'unexpected', failed('no button', 'first.md'))],
        },
      ],
    },
  ],
}

const read = (path: string) => (path === 'first.md' ? '# Page\n\n```yaml\n- button "Other"\n```\n' : null)

test('journeys that failed or did not begin are listed with their first page, however deeply nested', () => {
  expect(failedJourneys(report, read)).toEqual([
    { name: 'outside every test', file: 'e2e', message: 'Galley does not start' },
    { name: 'breaks', file: 'e2e/story.spec.ts:7', message: 'no button', page: ['- button "Other"'] },
  ])
})

test('a journey that ended without a message is listed with its status', () => {
  const silent = journey('hangs', 'unexpected', { status: 'interrupted', duration: 1 })
  const suites = [{ title: 'a', specs: [silent] }]
  const failed = failedJourneys({ ...report, errors: [], suites }, read)
  expect(failed).toEqual([{ name: 'hangs', file: 'e2e/story.spec.ts:7', message: 'ended as "interrupted"' }])
})

test('the times of a file’s journeys are added up', () => {
  expect(slowJourneys(report)).toEqual([{ file: 'e2e/story.spec.ts', duration: 3000 }])
})

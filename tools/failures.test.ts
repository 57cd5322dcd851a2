import { expect, test } from 'vitest'
import { describeFailures, failedJourneys, lastLines, slowest, slowJourneys } from './failures.ts'

test('a failed test is told with its step, name, file and message', () => {
  const failures = [
    {
      name: 'signs in › once',
      file: 'server/src/a.test.ts',
      message: '\u001b[31mexpected 1\u001b[39m\nto be 2',
    },
    { name: 'signs out', file: '', message: '' },
  ]
  expect(describeFailures('server', failures).split('\n')).toEqual([
    '  server ✗ signs in › once',
    '      server/src/a.test.ts',
    '      expected 1',
    '      to be 2',
    '',
    '  server ✗ signs out',
  ])
})

test('of a long message the beginning is told, of a long output the end', () => {
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
  const told = describeFailures('web', [{ name: 'a', file: 'b', message: long }])
  expect(told).toContain('line 19\n      …')
  expect(told).not.toContain('line 20')
  expect(lastLines(`${long}\n\n`).split('\n')).toEqual(expect.arrayContaining(['line 80', 'line 99']))
  expect(lastLines(long)).not.toContain('line 79')
})

test('the slowest files are told, slowest first', () => {
  const files = [1, 3, 2, 6, 5, 4].map(seconds => ({ file: `${seconds}.test.ts`, duration: seconds * 1000 }))
  expect(slowest(files)).toBe(
    '6.test.ts 6.0 s, 5.test.ts 5.0 s, 4.test.ts 4.0 s, 3.test.ts 3.0 s, 2.test.ts 2.0 s',
  )
})

const journey = (title: string, status: string, message?: string) => ({
  title,
  file: 'story.spec.ts',
  line: 7,
  tests: [
    {
      status,
      results: [
        { status: message ? 'failed' : 'passed', duration: 1500, errors: message ? [{ message }] : [] },
      ],
    },
  ],
})

const report = {
  stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
  errors: [{ message: 'Galley does not start' }],
  suites: [
    {
      title: 'story.spec.ts',
      specs: [journey('works', 'expected')],
      suites: [
        {
          title: 'group',
          specs: [journey('breaks', 'unexpected', 'no button'), journey('wavers', 'flaky', 'too late')],
        },
      ],
    },
  ],
}

test('journeys that failed, failed at first, or did not begin are told, however deep they stand', () => {
  expect(failedJourneys(report)).toEqual([
    { name: 'outside every test', file: 'e2e', message: 'Galley does not start' },
    { name: 'breaks', file: 'e2e/story.spec.ts:7', message: 'no button' },
    { name: 'wavers', file: 'e2e/story.spec.ts:7', message: 'too late' },
  ])
})

test('the times of the journeys of one file are added up', () => {
  expect(slowJourneys(report)).toEqual([{ file: 'e2e/story.spec.ts', duration: 4500 }])
})

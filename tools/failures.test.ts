import { expect, test } from 'vitest'
import { countsOf, describeFailures, lastLines, nameFailures, slowest } from './failures.ts'

test('a failed test is listed with its step, name, file and message', () => {
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

test('a failed journey is listed with what its page showed, after its message', () => {
  const page = ['- dialog "Add Post":', '  - button "Add Post"']
  const described = describeFailures('e2e', [{ name: 'a', file: 'b', message: 'no tab', page }])
  expect(described.split('\n').slice(2)).toEqual([
    '      no tab',
    '      The page showed:',
    '        - dialog "Add Post":',
    '          - button "Add Post"',
  ])
})

test('each failed test has one line that names it, however long its message', () => {
  const message = `\u001b[31mexpected 1\u001b[39m\n  to be 2 ${'x'.repeat(1000)}`
  const [line = ''] = nameFailures('e2e', [{ name: 'signs in', file: 'e2e/a.spec.ts:9:1', message }])
  expect(line).toMatch(/^e2e ✗ e2e\/a\.spec\.ts:9:1 › signs in: expected 1 to be 2 x{100,}$/)
  expect(line.length).toBeLessThan(400)
})

test('a long message is cut after its beginning, a long output before its end', () => {
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
  const described = describeFailures('web', [{ name: 'a', file: 'b', message: long }])
  expect(described).toContain('line 19\n      …')
  expect(described).not.toContain('line 20')
  expect(lastLines(`${long}\n\n`).split('\n')).toEqual(expect.arrayContaining(['line 80', 'line 99']))
  expect(lastLines(long)).not.toContain('line 79')
})

test('the slowest files are listed, slowest first', () => {
  const files = [1, 3, 2, 6, 5, 4].map(seconds => ({ file: `${seconds}.test.ts`, duration: seconds * 1000 }))
  expect(slowest(files)).toBe(
    '6.test.ts 6.0 s, 5.test.ts 5.0 s, 4.test.ts 4.0 s, 3.test.ts 3.0 s, 2.test.ts 2.0 s',
  )
})

test('a step’s line counts failures and skipped tests', () => {
  expect(countsOf({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed')
  expect(countsOf({ passed: 100, failed: 1, skipped: 2 })).toBe('100 passed, 1 failed, 2 skipped')
})

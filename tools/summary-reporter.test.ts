import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Summary } from './summary-reporter.ts'

/** Runs a test file in a temporary folder, with the reporter that `npm test` uses. */
async function summaryOf(text: string): Promise<Summary> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-summary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'some.test.ts'), text)
  const file = join(folder, 'summary.json')
  const run = spawn(
    resolve('node_modules/.bin/vitest'),
    ['run', '--globals', '--root', folder, '--reporter', resolve('tools/summary-reporter.ts')],
    { cwd: folder, env: { ...process.env, SUMMARY_FILE: file }, stdio: 'ignore' },
  )
  await once(run, 'exit')
  return JSON.parse(readFileSync(file, 'utf8'))
}

test('passed, failed and skipped tests are counted, and each failure is listed with its place', async () => {
  const summary = await summaryOf(`
    describe('sums', () => {
      test('adds', () => expect(1).toBe(1))
      test('subtracts', () => expect({ a: 1 }).toEqual({ a: 2 }))
      test.skip('divides', () => {})
    })
  `)
  expect(summary).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [{ name: 'sums > subtracts', file: 'some.test.ts' }],
    slow: [{ file: 'some.test.ts' }],
  })
  expect(summary.failures[0]?.message).toMatch(/^AssertionError: .*to deeply equal[\s\S]*some\.test\.ts:4:/)
})

test('a failing hook is listed with its message', async () => {
  const hook = await summaryOf(`
    beforeAll(() => { throw new Error('no database') })
    test('adds', () => {})
  `)
  expect(hook).toMatchObject({ passed: 0, failed: 1, failures: [{ file: 'some.test.ts' }] })
  expect(hook.failures[0]?.message).toContain('no database')
})

test('a file that does not load is listed with its message', async () => {
  const file = await summaryOf(`throw new Error('does not load')`)
  expect(file).toMatchObject({ failed: 1, failures: [{ name: 'the file as a whole', file: 'some.test.ts' }] })
  expect(file.failures[0]?.message).toContain('does not load')
})

test('an error outside every test is listed with its message', async () => {
  const outside = await summaryOf(`
    test('adds', async () => {
      setTimeout(() => { throw new Error('too late') })
      await new Promise(resolve => setTimeout(resolve, 50))
    })
  `)
  expect(outside).toMatchObject({ passed: 1, failed: 1, failures: [{ name: 'outside every test' }] })
  expect(outside.failures[0]?.message).toContain('too late')
})

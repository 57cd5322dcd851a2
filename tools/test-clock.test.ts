import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { anyClock, clockEnvironment, movedDate } from './test-clock.ts'

const YEAR_MS = 31_536_000_000

const runMoved = (code: string, env: NodeJS.ProcessEnv = {}) =>
  execFileSync(process.execPath, [movedDate, '--eval', code], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TEST_CLOCK_AHEAD: String(10 * YEAR_MS), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

it('A process with a moved clock tells one time in each way of asking, and dates stay dates', () => {
  const code = `
    const { statSync } = require('node:fs')
    const ahead = [Date.now(), new Date().getTime(), Date.parse(Date())].map(ms => ms - (performance.timeOrigin + performance.now()))
    const same = [new Date(0).getTime(), Date.UTC(1970), new Date(0).constructor === Date, statSync('.').mtime instanceof Date]
    console.log(JSON.stringify([ahead.map(ms => Math.round(ms / ${YEAR_MS})), same]))`
  expect(JSON.parse(runMoved(code))).toEqual([
    [10, 10, 10],
    [0, 0, true, true],
  ])
})

it('A process follows a file that says how far its clock is ahead, while it runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'clock')
  writeFileSync(file, String(YEAR_MS))
  const code = `
    const years = () => Math.round((Date.now() - performance.timeOrigin - performance.now()) / ${YEAR_MS})
    const before = years()
    require('node:fs').writeFileSync('${file}', '${3 * YEAR_MS}')
    setTimeout(() => console.log(JSON.stringify([before, years()])), 50)`
  expect(JSON.parse(runMoved(code, { TEST_CLOCK_FILE: file }))).toEqual([1, 3])
})

it.each([
  ['in production', { NODE_ENV: 'production' }],
  ['in production, by a file', { NODE_ENV: 'production', TEST_CLOCK_FILE: '/dev/null' }],
  ['without the sandbox', { SANDBOX: 'off', TEST_CLOCK_FILE: '/dev/null' }],
])('A process %s refuses a moved clock', (_, env) => {
  expect(runMoved('console.log(1)', { TEST_CLOCK_FILE: '/dev/null' })).toBe('1\n')
  expect(() => runMoved('console.log(1)', env)).toThrow('Command failed')
})

it('A run begins at the moment that is requested or that its seed takes, and prints it', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const { TZ, TEST_CLOCK_AHEAD } = clockEnvironment({
    TEST_CLOCK: '2040-02-29T05:00:00Z',
    TZ: 'Pacific/Kiritimati',
  })
  expect(TZ).toBe('Pacific/Kiritimati')
  expect(Math.round(Number(TEST_CLOCK_AHEAD) / 60_000)).toBe(
    Math.round((Date.UTC(2040, 1, 29, 5) - Date.now()) / 60_000),
  )
  expect(print).toHaveBeenLastCalledWith(
    'The tests begin at 2040-02-29T05:00:00Z in Pacific/Kiritimati: as chosen',
  )
  expect(clockEnvironment({ TEST_SEED: '11' }).TZ).toBe('Europe/Berlin')
  expect(print).toHaveBeenLastCalledWith(expect.stringContaining('a Sunday (TEST_SEED=11)'))
})

it('Without a wish, or in a program of a run that has one already, nothing is chosen', () => {
  expect(clockEnvironment({ TZ: 'Europe/Berlin' })).toEqual({})
  expect(clockEnvironment({ TEST_SEED: '3', TEST_CLOCK_AHEAD: '5' })).toEqual({})
})

it('A seed is drawn for a run that asks for no moment', () => {
  expect(anyClock({}).TEST_SEED).toMatch(/^\d$/)
  expect(anyClock({ TEST_SEED: '3' })).toEqual({})
  expect(anyClock({ TEST_CLOCK: '2040-02-29T05:00:00Z' })).toEqual({})
})

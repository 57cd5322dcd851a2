import { expect, it } from 'vitest'
import { makeLog } from '#server/platform/log.ts'
import { useTestApp } from '#testing/app.ts'
import { buildApp } from './app.ts'
import { registerBrowserFaults } from './browser-faults.ts'

const test = useTestApp({ routes: [] })

const openApp = async () => {
  const lines: Record<string, unknown>[] = []
  const log = makeLog('info', { write: line => void lines.push(JSON.parse(line)) })
  const app = await buildApp({ ...test.services, log }, [], { checkOutput: true })
  registerBrowserFaults(app, { log })
  const tell = (payload: object, remoteAddress = '203.0.113.7') =>
    app.inject({ method: 'POST', url: '/api/browser-faults', payload, remoteAddress })
  return { lines, tell, close: () => app.close() }
}

const fault = { message: 'x is not a function', stack: 'at draft.js:1:7', page: '/1/posts/4' }

it('A fault in a browser is a line of the log, without what an address keeps secret', async () => {
  const { lines, tell, close } = await openApp()
  const secret = `/approve/${'k'.repeat(43)}?code=7`
  const answer = await tell({ ...fault, page: secret })
  await close()
  expect(answer.statusCode).toBe(204)
  expect(lines).toMatchObject([
    {
      level: 40,
      msg: 'a fault in a browser',
      problem: fault.message,
      page: '/approve/[redacted]?[redacted]',
    },
  ])
})

it('No secret that a fault quotes is logged, wherever it stands', async () => {
  const { lines, tell, close } = await openApp()
  const secret = 'S3'.repeat(21)
  await tell({
    message: `Cannot read https://galley.example/report#${secret}`,
    stack: `at open (https://galley.example/i/${secret}?token=s7&a=1:2:3)\n  at index-LyNIrN09.js:1:2`,
    page: '/pages#code=12345678',
  })
  await close()
  expect(JSON.stringify(lines)).not.toMatch(/S3S3|s7|12345678/)
  expect(lines).toMatchObject([{ stack: expect.stringContaining('at index-LyNIrN09.js:1:2') }])
})

it('Text of any length is cut, and another body is refused without a line', async () => {
  const { lines, tell, close } = await openApp()
  const long = await tell({ ...fault, message: 'm '.repeat(2_000), stack: 's '.repeat(4_000) })
  const others = [
    {},
    { ...fault, message: 7 },
    { ...fault, token: 'x' },
    { ...fault, stack: 's'.repeat(20_000) },
  ]
  const refused = await Promise.all(others.map(body => tell(body)))
  await close()
  expect(long.statusCode).toBe(204)
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 413])
  expect(lines.map(({ problem, stack }) => [String(problem).length, String(stack).length])).toEqual([
    [500, 4_000],
  ])
})

it('Ten a minute are taken from one address, and a hundred from all', async () => {
  const { lines, tell, close } = await openApp()
  const own = []
  for (let time = 0; time < 11; time++) own.push((await tell(fault)).statusCode)
  const others = []
  for (let address = 0; address < 91; address++)
    others.push((await tell(fault, `198.51.100.${address}`)).statusCode)
  await close()
  expect([own.at(-2), own.at(-1)]).toEqual([204, 429])
  expect([others.at(-2), others.at(-1)]).toEqual([204, 429])
  expect(lines).toHaveLength(100)
})

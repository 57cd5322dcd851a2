import { expect, it } from 'vitest'
import { makeLog } from './log.ts'

const logged = (error: Error): string => {
  const lines: string[] = []
  makeLog('info', { write: line => lines.push(line) }).error({ err: error }, 'a request failed')
  return lines.join('')
}

it('The log leaves out a row that the database rejected, which holds password hashes and sealed tokens', () => {
  const detail = 'Failing row contains (7, ada@bluebird.example, $scrypt$n=16384$secret, null).'
  const line = logged(Object.assign(new Error('null value in column "name"'), { code: '23502', detail }))
  expect(line).toContain('null value in column')
  expect(line).toContain('23502')
  expect(line).not.toMatch(/scrypt|ada@bluebird/)
})

it('The log names the key that already existed and where an error was thrown', () => {
  const detail = 'Key (agency_id)=(3) already exists.'
  const line = logged(Object.assign(new Error('duplicate key'), { detail }))
  expect(line).toContain(detail)
  expect(line).toContain('log.test.ts')
})

it('The log leaves out the internals of a broken connection', () => {
  const line = logged(Object.assign(new Error('terminated'), { client: { connectionParameters: {} } }))
  expect(line).toContain('terminated')
  expect(line).not.toContain('connectionParameters')
})

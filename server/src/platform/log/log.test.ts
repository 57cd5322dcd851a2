import { expect, it } from 'vitest'
import { makeLog } from './log.ts'

const logged = (error: Error): string => {
  const lines: string[] = []
  makeLog('info', { write: line => lines.push(line) }).error({ err: error }, 'a request failed')
  return lines.join('')
}

it('tells no row that the database has refused: passwords and tokens stand in it, as hashes and sealed', () => {
  const detail = 'Failing row contains (7, ada@bluebird.example, $scrypt$n=16384$secret, null).'
  const told = logged(Object.assign(new Error('null value in column "name"'), { code: '23502', detail }))
  expect(told).toContain('null value in column')
  expect(told).toContain('23502')
  expect(told).not.toMatch(/scrypt|ada@bluebird/)
})

it('tells which key was there already, and where an error comes from', () => {
  const detail = 'Key (agency_id)=(3) already exists.'
  const told = logged(Object.assign(new Error('duplicate key'), { detail }))
  expect(told).toContain(detail)
  expect(told).toContain('log.test.ts')
})

it('tells nothing of the insides of a connection that broke', () => {
  const told = logged(Object.assign(new Error('terminated'), { client: { connectionParameters: {} } }))
  expect(told).toContain('terminated')
  expect(told).not.toContain('connectionParameters')
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import { openApiDocument } from './openapi.ts'
import { allRoutes } from './routes.ts'

const table = path.resolve(import.meta.dirname, '../../docs/product/calls.txt')
const promised = readFileSync(table, 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))

/** Whether a described segment is a promised one: a parameter is a parameter, and the network's name may be one. */
const isSame = (own: string, requested: string | undefined): boolean =>
  own === requested ||
  (/^\{.*\}$/.test(own) && requested === '{}') ||
  (own === '{social}' && socialNetworks.some(network => network === requested))

const takes = (described: string, wanted: string): boolean => {
  const [own, requested] = [described.split('/'), wanted.split('/')]
  return own.length === requested.length && own.every((segment, n) => isSame(segment, requested[n]))
}

const { paths } = openApiDocument(allRoutes) as { paths: Record<string, Record<string, unknown>> }
const isAnswered = (call: string): boolean => {
  const [method = '', wanted = ''] = call.split(' ')
  return Object.entries(paths).some(
    ([described, methods]) => method.toLowerCase() in methods && takes(described, `/api${wanted}`),
  )
}

describe('The promised calls', () => {
  it('are all answered', () => {
    expect(promised).toHaveLength(new Set(promised).size)
    expect(promised.filter(call => !isAnswered(call))).toEqual([])
  })

  it.each([
    ['POST /posts', true],
    ['GET /projects/{}/linkedin/search', true],
    ['GET /projects/{}/linkedin/search/more', false],
    ['GET /projects/{}/myspace/search', false],
    ['PATCH /posts', false],
    ['GET /{}/{}', false],
  ])('are recognised by method and segments: %s', (call, answered) => {
    expect(isAnswered(call)).toBe(answered)
  })
})

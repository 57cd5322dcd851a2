import fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { apiDocsPage } from './api-docs.ts'
import { openApiDocument, registerApiDocs } from './openapi.ts'
import { ReadyAnswer } from './platform/http/answers/ready-answer.ts'
import { allRoutes } from './routes.ts'

const document = openApiDocument(allRoutes) as {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters: { name: string; in: string; required: boolean; schema: object }[]
        responses: Record<string, unknown>
      }
    >
  >
  components: { schemas: Record<string, unknown> }
}

describe('the OpenAPI document', () => {
  it.each(['/api/openapi.json', '/api/docs'])(
    'is compressed once at %s, however often it is read, and not sent to a client that has it',
    async url => {
      const encoded = vi.spyOn(ReadyAnswer.prototype, 'encoded')
      const app = fastify()
      registerApiDocs(app, allRoutes)
      const get = (headers = {}) => app.inject({ url, headers: { 'accept-encoding': 'br', ...headers } })
      const [first, second] = [await get(), await get()]
      expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'br'])
      const [once, again] = encoded.mock.results.map(({ value }) => value)
      expect([encoded.mock.calls.length, once === again]).toEqual([2, true])
      const { etag } = second.headers
      expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
      encoded.mockRestore()
      await app.close()
    },
  )

  it('describes every route that the server registers, once', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    const registered = allRoutes.map(({ endpoint }) => `${endpoint.method} /api${endpoint.path}`)
    expect(described.sort()).toEqual(registered.sort())
    const names = Object.values(document.paths).flatMap(methods =>
      Object.values(methods).map(one => one.operationId),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('has no broken references', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
    ].map(match => match[1])
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter(name => !(String(name) in document.components.schemas))).toEqual([])
  })

  it('describes how every call fails', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const call of Object.values(methods)) expect(Object.keys(call.responses), path).toContain('422')
  })

  it('lists all parameters in paths and queries with their schemas', () => {
    const [list, google] = ['/api/agencies/{agencyId}/audit-log', '/api/auth/google/callback'].map(
      path => document.paths[path]?.get?.parameters ?? [],
    )
    const described = (one = list) => one?.map(({ name, in: place, required }) => [name, place, required])
    expect(described()).toContainEqual(['agencyId', 'path', true])
    expect(described()).toContainEqual(['from', 'query', false])
    expect(described()).toContainEqual(['limit', 'query', false])
    expect(described(google)).toEqual([
      ['code', 'query', true],
      ['state', 'query', true],
      ['invitation', 'query', false],
    ])
    for (const { endpoint } of allRoutes) {
      const { parameters } = document.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()] ?? {}
      expect(endpoint.query === undefined).toBe(!parameters?.some(one => one.in === 'query'))
      for (const { name, schema } of parameters ?? []) expect(schema, endpoint.path + name).not.toEqual({})
    }
  })

  it('says that every call for signed-in people may be refused with 401', () => {
    const me = document.paths['/api/auth/me']?.get?.responses
    expect(JSON.stringify(me?.[401])).toMatch(/unauthenticated.*account_blocked/)
    expect(Object.keys(me ?? {})).toEqual(['200', '400', '401', '422', '429', '500', '503'])
    expect(Object.keys(document.paths['/api/auth/signup']?.post?.responses ?? {})).toContain('415')
    expect(Object.keys(document.paths['/api/users/{userId}']?.post?.responses ?? {})).toContain('404')
  })

  it('has a readable page that names every path', () => {
    const page = apiDocsPage(document)
    for (const path of Object.keys(document.paths)) expect(page).toContain(path)
  })
})

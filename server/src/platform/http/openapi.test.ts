import { describe, expect, it } from 'vitest'
import { allRoutes } from '#server/routes.ts'
import { apiDocsPage } from './api-docs.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(allRoutes) as {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  components: { schemas: Record<string, unknown> }
}

describe('the OpenAPI document', () => {
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

  it('has no reference that leads nowhere', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
    ].map(match => match[1])
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter(name => !(String(name) in document.components.schemas))).toEqual([])
  })

  it('says of every call how it fails', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const call of Object.values(methods)) expect(Object.keys(call.responses), path).toContain('422')
  })

  it('has a readable page that names every path', () => {
    const page = apiDocsPage(document)
    for (const path of Object.keys(document.paths)) expect(page).toContain(path)
  })
})

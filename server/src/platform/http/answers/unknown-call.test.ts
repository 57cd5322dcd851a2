import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#server/routes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { registerWeb } from '../pages/files.ts'

let test: TestApp
let folder: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'galley-unknown-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<title>Galley</title>')
  test = await startTestApp({ routes: allRoutes })
  await registerWeb(test.app, folder)
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

/** Uses a real connection, since a client library would normalize the URL. */
const ask = (address: string, method = 'GET') =>
  new Promise<{ status: number; allow: unknown; location: unknown; code: unknown; message: unknown }>(
    (resolve, reject) => {
      const requested = request({ host: '127.0.0.1', port, path: address, method }, async answer => {
        const text = (await answer.toArray()).join('')
        const json = text.startsWith('{') ? JSON.parse(text) : {}
        const { allow, location } = answer.headers
        resolve({ status: answer.statusCode ?? 0, allow, location, code: json.code, message: json.message })
      })
      requested.on('error', reject)
      requested.end()
    },
  )

describe('A URL that leads out of every folder,', () => {
  it.each([
    '//x/',
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\x',
    '/\\evil.example/',
    '/api//auth/me',
    '/api/../x',
    '/assets/../index.html',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5cx',
    '/x//y',
    'http://evil.example/x//',
  ])('such as %s, is unknown: neither a fault of ours nor a way to another site', async address => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status, location } = await ask(address, method)
      expect([404, 405], method).toContain(status)
      expect(location).toBeUndefined()
    }
  })
})

describe('A call that is not in the contract', () => {
  it.each(['/api/nothing', '/api', '/api/auth/me/more', '/media/x', '/assets/gone.js'])(
    '(%s) is an unknown endpoint',
    async address => {
      expect(await ask(address, 'PUT')).toMatchObject({
        status: 404,
        code: 'not_found',
        message: 'Unknown endpoint.',
        allow: undefined,
      })
    },
  )

  it.each([
    ['PUT', '/api/auth/me', 'GET, HEAD'],
    ['DELETE', '/api/auth/signin?x=1', 'POST'],
    ['PATCH', '/api/projects/7/medias/8', 'DELETE, POST'],
    ['POST', '/1/calendar', 'GET, HEAD'],
  ])('(%s %s) is told which methods the path takes', async (method, address, allow) => {
    expect(await ask(address, method)).toMatchObject({ status: 405, code: 'method_not_allowed', allow })
  })
})

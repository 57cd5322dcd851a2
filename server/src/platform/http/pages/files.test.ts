import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerWeb } from './files.ts'
import { linkPageHeaders } from './link-pages.ts'

const app = Fastify()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'galley-pages-'))
  await writeFile(path.join(folder, 'index.html'), '<head><title>Galley</title></head>')
  await writeFile(path.join(folder, 'approve.html'), '<head><title>Approve</title></head>')
  await writeFile(path.join(folder, 'report.html'), '<head><title>Report</title></head>')
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>')
  await mkdir(path.join(folder, '.vite'))
  await writeFile(
    path.join(folder, '.vite/preloads.json'),
    JSON.stringify([
      { path: '^/\\d+/calendar$', tags: '<link rel="modulepreload" href="/assets/calendar.js">' },
    ]),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self'; style-src-elem 'self'")
  })
  await registerWeb(app, folder, linkPageHeaders)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each(['/', '/1/calendar', '/1/approval/facebook?postId=3', '/1/'])('%s is the one page', async url => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).toContain('Galley')
})

test.each(['/approve', '/approve/', '/approve?from=mail'])(
  '%s is a document of its own, which loads nothing from anywhere else',
  async url => {
    const { body, headers } = await app.inject(url)
    expect(body).toContain('<title>Approve</title>')
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  },
)

test.each(['/', '/index.html', '/approve', '/approve.html', '/report'])(
  '%s lets in the style sheets that its own scripts make, by a nonce that no other answer has',
  async url => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { body, headers } = await app.inject(url)
        const [, nonce = ''] = /<meta property="csp-nonce" nonce="([^"]{22,})">/.exec(body) ?? []
        expect(headers['content-security-policy']).toContain(`style-src-elem 'self' 'nonce-${nonce}'`)
        expect(headers['cache-control']).toBe('private, no-cache')
        expect(headers).not.toHaveProperty('etag')
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  },
)

test('The page of a report behind a link is kept out of search engines, and pages of the app say nothing of it', async () => {
  const { headers } = await app.inject('/report')
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  expect((await app.inject('/reports')).headers).not.toHaveProperty('x-robots-tag')
})

test.each([
  ['/1/calendar', true],
  ['/1/calendar?date=2026-11-22', true],
  ['/1/approval', false],
])('%s names the scripts of the calendar in its head: %s', async (url, isNamed) => {
  expect((await app.inject(url)).body.includes('/assets/calendar.js"></head>')).toBe(isNamed)
})

test('A stored file is sent unchanged', async () => {
  const answer = await app.inject('/favicon.svg')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('<svg/>')
})

test.each(['/.vite/preloads.json', '/%2evite/preloads.json', '/assets/../.vite/preloads.json'])(
  '%s is the server’s own, and is not sent',
  async url => {
    expect((await app.inject(url)).body).not.toContain('modulepreload')
  },
)

test.each(['/api/nothing', '/assets/', '/assets/gone.js', '/media/gone'])('%s is no page', async url => {
  expect((await app.inject(url)).headers['content-type']).not.toContain('text/html')
})

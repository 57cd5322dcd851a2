import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerWeb } from './files.ts'

const app = Fastify()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'galley-pages-'))
  await writeFile(path.join(folder, 'index.html'), '<title>Galley</title>')
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>')
  await registerWeb(app, folder)
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

test('A stored file is sent unchanged', async () => {
  const answer = await app.inject('/favicon.svg')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('<svg/>')
})

test.each(['/api/nothing', '/assets/', '/assets/gone.js', '/media/gone'])('%s is no page', async url => {
  expect((await app.inject(url)).headers['content-type']).not.toContain('text/html')
})

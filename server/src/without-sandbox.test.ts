import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPort, startGalley } from '#testing/galley-process.ts'

const repository = path.join(import.meta.dirname, '../..')
let home: string
/** A copy of what runs in production: everything but the sandbox and the tests' own folders. */
let copy: string

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'galley-without-sandbox-'))
  copy = path.join(home, 'galley')
  for (const part of ['package.json', 'domain/src', 'server/src', 'server/migrations'])
    await cp(path.join(repository, part), path.join(copy, part), { recursive: true })
  await symlink(path.join(repository, 'node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('Galley starts and answers in production without the folder of the sandbox', async () => {
  const port = await findPort(28_000 + (process.pid % 4_000))
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: path.join(home, 'data'),
    PUBLIC_URL: 'https://galley.example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  const galley = startGalley(env, copy)
  try {
    await galley.said('Galley  https://galley.example.com')
    const answer = await fetch(`http://127.0.0.1:${port}/api/docs`)
    expect(answer.status).toBe(200)
  } finally {
    galley.child.kill('SIGTERM')
    await galley.ended
  }
  expect(galley.output()).not.toMatch(/sandbox/i)
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { version } from '#server/platform/version.ts'
import { useTestApp } from '#testing/app.ts'
import { buildApp } from './app.ts'
import { registerHealth } from './health.ts'

const test = useTestApp({ routes: [] })

/** The answers of both endpoints, with a database that fails like this; undefined: it works. */
const answersWith = async (error?: Error, isFolderFull?: (folder: string) => boolean) => {
  const broken = () =>
    new Proxy(test.services.db, {
      get: () => {
        throw error
      },
    })
  const services = { ...test.services, db: error ? broken() : test.services.db }
  const app = await buildApp(services, [], { checkOutput: true })
  registerHealth(app, services, isFolderFull)
  const [health, ready] = [await app.inject('/api/health'), await app.inject('/api/ready')]
  const shown = await app.inject('/api/version')
  await app.close()
  return { health: health.statusCode, ready, version: shown.json() }
}

describe('The endpoints for monitoring', () => {
  it('say which version it is, and the changelog says what that asks of operators', async () => {
    expect((await answersWith()).version).toEqual({ data: { version } })
    const changelog = readFileSync(path.join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8')
    expect(changelog).toContain(`\n## ${version}\n`)
  })

  it('answer 200 to everyone while the database works', async () => {
    const { health, ready } = await answersWith()
    expect(health).toBe(200)
    expect(ready.statusCode).toBe(200)
    expect(ready.headers['cache-control']).toBe('no-store')
  })

  it('tell apart a process that is alive and one that can work', async () => {
    const { health, ready } = await answersWith(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    expect(health).toBe(200)
    expect(ready.statusCode).toBe(503)
    expect(ready.headers['retry-after']).toBe('2')
    expect(ready.json()).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('database does not answer'),
    })
  })

  it('say when the password of the database was changed, and when the disk is full', async () => {
    const changed = Object.assign(new Error('password authentication failed'), { code: '28P01' })
    expect((await answersWith(changed)).ready.statusCode).toBe(503)
    const { dataDir } = test.services.config
    const { ready } = await answersWith(undefined, folder => folder === dataDir)
    expect(ready.statusCode).toBe(503)
    expect(ready.json().message).toContain('disk is full')
    expect((await answersWith(undefined, () => false)).ready.statusCode).toBe(200)
  })

  it('do not report a fault as an outage', async () => {
    expect((await answersWith(new Error('a mistake of ours'))).ready.statusCode).toBe(500)
  })
})

import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { networkSettings } from '../settings.ts'
import { startTestSandbox, testTask } from '../testing.ts'
import { twitter } from './twitter.ts'

const account = { externalId: '1', details: {}, token: { token: 'token', secret: 'secret' } }
const link = { url: 'https://example.com/menu', title: '', description: '', picture: null }
const prepare = (message: string) =>
  twitter(networkSettings(readConfig({ NODE_ENV: 'test' }))).prepare(
    testTask(account, { type: 'link', message, link }),
  )

describe('A tweet', () => {
  it('is refused before sending if its link makes it too long', async () => {
    expect(await prepare('a'.repeat(257))).toMatchObject({
      kind: 'rejected',
      response: expect.stringContaining('281 characters'),
    })
    expect(await prepare('a'.repeat(256))).toEqual({ kind: 'ready' })
  })
  it('waits once the account has written a hundred in fifteen minutes', async () => {
    const sandbox = await startTestSandbox()
    const send = (message: string) =>
      twitter(sandbox.settings).send(testTask(sandbox.accounts.twitter, { message }))
    for (let count = 1; count <= 100; count++)
      expect(await send(`Cup ${count}`)).toMatchObject({ kind: 'published' })
    const refused = await send('Cup 101')
    expect(refused).toMatchObject({ kind: 'not_sent', reason: 'limit_reached' })
    expect('retryAfterMs' in refused && (refused.retryAfterMs ?? 0) > 0).toBe(true)
    expect(await sandbox.posts('twitter')).not.toContainEqual(expect.objectContaining({ text: 'Cup 101' }))
    await sandbox.close()
  })
})

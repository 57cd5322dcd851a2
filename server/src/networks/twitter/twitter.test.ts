import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { networkSettings } from '../settings.ts'
import { testTask } from '../testing.ts'
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
})

import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { ConnectedAccount, PostMedia } from '#server/networks/network-adapter.ts'
import { networkSettings } from '../settings.ts'
import { testTask } from '../testing.ts'
import { instagram } from './instagram.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A Graph API with prepared answers by the last part of the path. */
const settingsOf = async (answers: Record<string, object>) => {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    response.end(JSON.stringify(answers[path.split('/').at(-1) ?? ''] ?? {}))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const graphUrl = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/v25.0`
  return { ...networkSettings(readConfig({ NODE_ENV: 'test' })), graphUrl }
}

const account: ConnectedAccount = { externalId: '178', details: {}, token: { token: 'EAAG' } }
const medium = (caption: string, secondsAgo = 0) => ({
  id: '1',
  caption,
  media_type: 'IMAGE',
  timestamp: new Date(Date.now() - secondsAgo * 1000).toISOString(),
})

describe('An Instagram container that failed after it was sent', () => {
  it.each([
    ['nothing like it is there', [medium('Other')], 'absent'],
    ['only an older match is there', [medium('Ours', 7_200)], 'absent'],
    ['a match is there', [medium('Other'), medium('Ours')], 'cannot_tell'],
  ])('when %s', async (_when, data, kind) => {
    const settings = await settingsOf({ '17': { status_code: 'ERROR' }, media: { data } })
    const photo = { kind: 'image' } as unknown as PostMedia
    const task = testTask(account, { type: 'single_photo', message: 'Ours', media: [photo] })
    await task.savePrepared({ container_id: '17' })
    const found = await instagram(settings).lookUp(task, { sentAt: new Date(), excludedIds: new Set() })
    expect(found.kind).toBe(kind)
  })
})

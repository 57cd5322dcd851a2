import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { ConnectedAccount, PostMedia, PublishTask } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { testTask } from '#server/networks/testing.ts'
import { facebook } from './facebook.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A Graph API with prepared answers to forms, which remembers everything that was sent. */
const graphOf = async (answer: (form: string, seen: string[]) => object) => {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = Buffer.concat(chunks).toString('latin1')
    seen.push(form)
    response.end(JSON.stringify(answer(form, seen)))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const graphUrl = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/v25.0`
  return { seen, network: facebook({ ...networkSettings(readConfig({ NODE_ENV: 'test' })), graphUrl }) }
}

const account: ConnectedAccount = { externalId: '1', details: {}, token: { token: 'EAAGtokentokentoken' } }
const largest: number[] = []
const task = (type: 'single_video' | 'video_story', bytes: number): PublishTask => {
  const media = {
    kind: 'video',
    contentType: 'video/mp4',
    bytes,
    title: '',
    contentTags: [],
    thumbnail: null,
    readRange: async (start: number, end: number) => {
      largest.push(end - start)
      return Buffer.alloc(Math.min(end - start, 10))
    },
  } as unknown as PostMedia
  return testTask(account, { type, media: [media] })
}
const session = { upload_session_id: '5', video_id: '6', start_offset: '0' }

describe('An upload to a misbehaving Facebook', () => {
  it('starts over if it asks for the same chunk again', async () => {
    const { network, seen } = await graphOf(() => ({ ...session, end_offset: '100' }))
    const on = task('single_video', 1_000)
    expect(await network.prepare(on)).toMatchObject({ kind: 'not_sent' })
    expect(seen).toHaveLength(2)
    expect(on.prepared).toMatchObject({ video_session: '', video_next: '' })
  })

  it('holds at most 16 MB in memory, however much is requested', async () => {
    const gigabyte = 1024 ** 3
    const { network } = await graphOf((_form, seen) =>
      seen.length === 1
        ? { ...session, end_offset: String(gigabyte) }
        : { start_offset: '7', end_offset: '7' },
    )
    await network.prepare(task('single_video', gigabyte))
    expect(Math.max(...largest)).toBe(16 * 1024 * 1024)
  })

  it('sends no token to a foreign host', async () => {
    const strangers: (string | undefined)[] = []
    const stranger = createServer((request, response) => {
      strangers.push(request.headers.authorization)
      response.end('{}')
    })
    servers.push(stranger)
    await new Promise<void>(resolve => stranger.listen(0, '127.0.0.2', resolve))
    const bound = stranger.address()
    const address = `http://127.0.0.2:${typeof bound === 'object' && bound ? bound.port : 0}/`
    const { network } = await graphOf(form =>
      form.includes('start')
        ? { video_id: '6', upload_url: address }
        : { status: { video_status: 'processing', uploading_phase: { status: 'in_progress' } } },
    )
    expect(await network.prepare(task('video_story', 1_000))).toMatchObject({ kind: 'not_sent' })
    expect(strangers).toEqual([])
  })
})

describe('A first comment on a Facebook post', () => {
  it('is not mistaken for someone else’s with the same text', async () => {
    const comment = (id: string, from?: string) => ({
      id,
      message: 'First!',
      ...(from && { from: { id: from } }),
    })
    const look = async (...data: object[]) =>
      (await graphOf(() => ({ data }))).network.findFirstComment?.(account, '1_1', 'First!')
    expect(await look(comment('1', '999'))).toEqual({ kind: 'absent' })
    expect(await look(comment('1', '999'), comment('2', '1'))).toMatchObject({ externalId: '2' })
    expect(await look(comment('1'))).toMatchObject({ externalId: '1' })
  })
})

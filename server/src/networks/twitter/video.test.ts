import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mediaFile } from '#sandbox/testing/start.ts'
import type { PostMedia, PublishTask } from '#server/networks/network-adapter.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import {
  prepareFully,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from '../testing.ts'
import { twitter } from './twitter.ts'

let sandbox: TestSandbox
let server: Awaited<ReturnType<typeof startFileServer>>
let counter = 0
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startFileServer()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await sandbox.close()
  await server.close()
})

/** A video of a little more than `megabytes`, padded with an empty box that players skip. */
const video = (megabytes = 0): PostMedia => {
  counter += 1
  const box = Buffer.alloc(megabytes * 1_048_576 + 12)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  box.writeUInt32BE(counter, 8)
  const bytes = Buffer.concat([mediaFile('landscape.mp4'), box])
  return { ...testPhoto(server, bytes, 'video/mp4', ''), kind: 'video', seconds: 4, width: 640, height: 360 }
}
const task = (media: PostMedia): PublishTask => {
  counter += 1
  const message = `Video ${counter}`
  return testTask(sandbox.accounts.twitter, { type: 'single_video', message, media: [media] })
}
const network = () => twitter(sandbox.settings)
const prepare = (on: PublishTask) => prepareFully(sandbox, network(), on)

describe('A video for Twitter', () => {
  it('is uploaded in segments of a megabyte and arrives complete', async () => {
    const media = video(2)
    const on = task(media)
    expect(await prepare(on)).toEqual({ kind: 'ready' })
    expect(on.prepared.segments_0).toBe('3')
    expect((await network().send(on)).kind).toBe('published')
    const objects = await (await fetch(`${sandbox.url}/sandbox/objects?network=twitter&limit=1`)).json()
    const sha256 = createHash('sha256')
      .update(await media.read())
      .digest('hex')
    expect(objects).toMatchObject([{ text: on.content.message, media: [{ kind: 'video', sha256 }] }])
  })

  it('resumes with the segment that failed and sends none twice', async () => {
    const media = video(2)
    const requests: number[] = []
    const on = task({
      ...media,
      readRange: (start, end) => {
        requests.push(start)
        if (requests.length === 2) throw new Error('the worker died')
        return media.readRange(start, end)
      },
    })
    await expect(network().prepare(on)).rejects.toThrow('died')
    expect(on.prepared).toMatchObject({ segments_0: '1' })
    const id = on.prepared.upload_id_0
    expect(await prepare(on)).toEqual({ kind: 'ready' })
    expect(requests.map(start => start / 1_048_576)).toEqual([0, 1, 1, 2])
    expect(on.prepared.media_id_0).toBe(id)
  })

  it('asks for the status if the answer to finalizing was lost', async () => {
    const on = task(video())
    const first = await network().prepare(on)
    expect(first.kind).toBe('processing')
    await on.savePrepared({ finalized_0: '' })
    expect(await prepare(on)).toEqual({ kind: 'ready' })
    expect(on.prepared.restarts_0).toBeUndefined()
  })

  it('is uploaded again, once, if the network no longer knows it', async () => {
    const on = task(video())
    await network().prepare(on)
    await on.savePrepared({ upload_id_0: '1', finalized_0: '' })
    expect(await prepare(on)).toEqual({ kind: 'ready' })
    await on.savePrepared({ upload_id_0: '1', finalized_0: '', media_id_0: '' })
    expect(await prepare(on)).toMatchObject({ kind: 'rejected', reason: 'media_refused' })
  })

  it('is refused if the network cannot process it', async () => {
    await sandbox.fault({ network: 'twitter', fault: 'processing_failed' })
    expect(await prepare(task(video()))).toMatchObject({ kind: 'rejected', reason: 'media_refused' })
  })

  it('is not awaited forever', async () => {
    await sandbox.fault({ network: 'twitter', fault: 'processing_forever' })
    const on = task(video())
    for (let turn = 0; turn < 3; turn++) expect((await network().prepare(on)).kind).toBe('processing')
    await on.savePrepared({ finalized_0: new Date(Date.now() - 21 * 60_000).toISOString() })
    expect(await network().prepare(on)).toMatchObject({ kind: 'rejected', reason: 'media_refused' })
  })

  it('waits as long as a limit on uploads says', async () => {
    await sandbox.fault({ network: 'twitter', fault: 'prepare_limited', retry_after: 9 })
    expect(await network().prepare(task(video()))).toMatchObject({
      kind: 'not_sent',
      reason: 'limit_reached',
      retryAfterMs: 9_000,
    })
  })

  it('is reported as missing if its file is missing', async () => {
    const on = task({
      ...video(),
      readRange: () => Promise.reject(new StoredFileMissing('video.mp4')),
    })
    expect(await network().prepare(on)).toMatchObject({ kind: 'rejected', reason: 'media_missing' })
  })
})

describe('A first comment on Twitter', () => {
  const live = async () => {
    counter += 1
    const on = testTask(sandbox.accounts.twitter, { message: `With a comment ${counter}` })
    const outcome = await network().send(on)
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    return { account: on.account, id: outcome.externalId }
  }

  it('is a reply that is found by its text', async () => {
    const { account, id } = await live()
    const text = 'Tea & cake: https://example.com/menu'
    expect(await network().findFirstComment?.(account, id, text)).toEqual({ kind: 'absent' })
    const added = await network().addFirstComment(account, id, text)
    expect(added.kind).toBe('added')
    const found = await network().findFirstComment?.(account, id, text)
    expect(found).toMatchObject({
      kind: 'present',
      externalId: added.kind === 'added' ? added.externalId : '',
    })
    expect(await network().findFirstComment?.(account, (await live()).id, text)).toEqual({ kind: 'absent' })
  })

  it('that is refused leaves the post live', async () => {
    const { account, id } = await live()
    await sandbox.fault({ network: 'twitter', fault: 'comment_refused' })
    const refused = await network().addFirstComment(account, id, 'First!')
    expect(refused).toMatchObject({ kind: 'not_added' })
    const posts = await sandbox.posts('twitter')
    expect(posts.find(post => post.id === id)?.comments).toEqual([])
  })
})

import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mediaFile } from '#sandbox/testing/start.ts'
import type { Outcome, PostMedia, PublishTask } from '#server/networks/network-adapter.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { graph } from '../meta/graph.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from '../testing.ts'
import { facebook } from './facebook.ts'

let sandbox: TestSandbox
let server: Awaited<ReturnType<typeof startFileServer>>
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startFileServer()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await sandbox.close()
  await server.close()
})

const network = () => facebook(sandbox.settings)
const page = () => sandbox.accounts.facebook
const MB = 1024 * 1024

/** The video file padded with empty bytes. */
const padded = (name: 'landscape.mp4' | 'portrait.mp4', bytes: number): Buffer => {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes, 0)
  box.write('free', 4)
  return Buffer.concat([mediaFile(name), box])
}
const videoOf = (bytes: Buffer, more: Partial<PostMedia> = {}): PostMedia => ({
  ...testPhoto(server, bytes, 'video/mp4', ''),
  kind: 'video',
  seconds: 4,
  title: 'How we roast',
  ...more,
})
/** With the size that the file has. */
const shaped = (name: 'landscape.mp4' | 'portrait.mp4', more: Partial<PostMedia> = {}): PostMedia =>
  videoOf(mediaFile(name), {
    ...(name === 'portrait.mp4' ? { width: 540, height: 960 } : { width: 640, height: 360 }),
    ...more,
  })
const search = () => ({ sentAt: new Date(), excludedIds: new Set<string>() })
const sendOnce = async (task: PublishTask) => {
  expect(await ready(task)).toEqual({ kind: 'ready' })
  return network().send(task)
}
const photoOf = async (colour: string, altText = colour): Promise<PostMedia> =>
  testPhoto(server, await createPicture({ format: 'jpeg', colour }), 'image/jpeg', altText)
const ready = async (task: PublishTask) => {
  for (let turn = 0; turn < 10; turn++) {
    const preparation = await network().prepare(task)
    if (preparation.kind !== 'processing') return preparation
    sandbox.passTime(preparation.retryAfterMs)
  }
  return { kind: 'never ready' }
}
const publish = async (task: PublishTask): Promise<string> => {
  expect(await ready(task)).toEqual({ kind: 'ready' })
  return settled(task, await network().send(task))
}
/** The post's id; a video's is looked up once it is processed. */
const settled = async (task: PublishTask, outcome: Outcome): Promise<string> => {
  if (outcome.kind === 'processing') sandbox.passTime(outcome.retryAfterMs)
  const seen = outcome.kind === 'processing' ? await network().lookUp(task, search()) : outcome
  if ((seen.kind === 'published' || seen.kind === 'present') && seen.externalId !== null)
    return seen.externalId
  throw new Error(JSON.stringify(seen))
}
const postOf = async (id: string) => (await sandbox.posts('facebook')).find(post => post.id === id)
const nodeOf = async (id: string, fields: string) => {
  const reply = await graph(sandbox.settings).get(page(), id, { fields })
  return reply.kind === 'answered' ? reply.json : reply
}

describe('A video on a Facebook page', () => {
  it('is refused as a story if it is in landscape', async () => {
    const media = [videoOf(mediaFile('landscape.mp4'))]
    expect(await ready(testTask(page(), { type: 'video_story', media }))).toMatchObject({
      kind: 'rejected',
      reason: 'media_refused',
      response: expect.stringContaining('640x360'),
    })
  })

  it('is uploaded in the chunks that Facebook asks for and resumes after an interruption', async () => {
    const bytes = padded('landscape.mp4', 2 * MB)
    const ranges: [number, number][] = []
    let breaks = true
    const readRange = async (start: number, end: number) => {
      if (start > 0 && breaks) throw new Error('killed')
      ranges.push([start, end])
      return bytes.subarray(start, end)
    }
    const read = async () => {
      throw new Error('never whole')
    }
    const task = testTask(page(), {
      type: 'single_video',
      message: 'In pieces',
      media: [videoOf(bytes, { readRange, read })],
    })
    await expect(network().prepare(task)).rejects.toThrow('killed')
    const { video_id: id } = task.prepared
    breaks = false
    const externalId = await publish(task)
    expect(ranges).toEqual([
      [0, MB],
      [MB, 2 * MB],
      [2 * MB, bytes.length],
    ])
    expect(externalId).toBe(`${page().externalId}_${id}`)
    expect(await postOf(externalId)).toMatchObject({ text: 'In pieces', media: [{ id, kind: 'video' }] })
  })

  it('has its title, keywords and thumbnail', async () => {
    const still = await createPicture({ format: 'png', width: 640, height: 360 })
    const thumbnail = { contentType: 'image/png', url: '', read: async () => still }
    const contentTags = [{ id: '6003626773307', name: 'Coffee' }]
    const task = testTask(page(), {
      type: 'single_video',
      message: 'Watch @north',
      mentions: [{ id: '117394826501734', mention: '@north', name: 'Northwind Outdoors' }],
      media: [videoOf(mediaFile('landscape.mp4'), { thumbnail, contentTags })],
    })
    await publish(task)
    const node = await nodeOf(task.prepared.video_id ?? '', 'title,description,content_tags,picture')
    expect(node).toMatchObject({
      title: 'How we roast',
      description: 'Watch Northwind Outdoors',
      content_tags: ['6003626773307'],
      picture: expect.stringMatching(/\.png$/),
    })
  })

  it('is published once, however often it is sent', async () => {
    const task = testTask(page(), {
      type: 'single_video',
      message: 'Only once',
      media: [videoOf(mediaFile('landscape.mp4'))],
    })
    const id = await publish(task)
    const again = { ...task, firstSentAt: new Date() }
    expect(await network().send(again)).toMatchObject({ kind: 'rejected' })
    expect(again.prepared.video_id).toBe(task.prepared.video_id)
    expect(await network().lookUp(task, search())).toMatchObject({ kind: 'present', externalId: id })
    const posts = (await sandbox.posts('facebook')).filter(({ text }) => text === 'Only once')
    expect(posts).toHaveLength(1)
  })

  it.each(['landscape.mp4', 'portrait.mp4'] as const)(
    'is not live before Facebook says so, and never uploaded again if processing fails: %s',
    async name => {
      const task = testTask(page(), { type: 'single_video', media: [shaped(name)] })
      await sandbox.fault({ network: 'facebook', fault: 'processing_failed' })
      const outcome = name === 'portrait.mp4' ? await ready(task) : await sendOnce(task)
      if (outcome.kind === 'processing') {
        sandbox.passTime(2_000)
        expect(await network().lookUp(task, search())).toEqual({ kind: 'absent' })
        const again = { ...task, firstSentAt: new Date() }
        expect(await network().prepare(again)).toMatchObject({ kind: 'rejected', reason: 'media_refused' })
      } else expect(outcome).toMatchObject({ kind: 'rejected', reason: 'media_refused' })
    },
  )

  it('is neither live nor absent while Facebook works on it', async () => {
    const task = testTask(page(), { type: 'single_video', media: [shaped('landscape.mp4')] })
    await sandbox.fault({ network: 'facebook', fault: 'processing_forever' })
    expect(await sendOnce(task)).toMatchObject({ kind: 'processing' })
    sandbox.passTime(60_000)
    expect(await network().lookUp(task, search())).toMatchObject({ kind: 'cannot_tell' })
  })

  it('that Facebook turns into a reel by itself is left to a person after ten minutes', async () => {
    const task = testTask(page(), {
      type: 'single_video',
      message: 'Unknown size',
      media: [videoOf(mediaFile('portrait.mp4'), { width: null, height: null })],
    })
    expect(await sendOnce(task)).toMatchObject({ kind: 'processing' })
    const sentAt = new Date(Date.now() - 11 * 60_000)
    const late = { sentAt, askedAt: new Date(), excludedIds: new Set<string>() }
    expect(await network().lookUp(task, search())).toMatchObject({ kind: 'cannot_tell' })
    expect(await network().lookUp(task, late)).toMatchObject({
      kind: 'cannot_tell',
      isFinal: true,
      response: expect.stringContaining('made a reel'),
    })
    expect((await sandbox.posts('facebook')).some(({ text }) => text === 'Unknown size')).toBe(false)
  })

  it('starts over if its upload is gone before it was ever published', async () => {
    const task = testTask(page(), { type: 'single_video', media: [shaped('landscape.mp4')] })
    await ready(task)
    await task.savePrepared({ video_session: '1' })
    expect(await network().send(task)).toMatchObject({ kind: 'not_sent' })
    expect(task.prepared).toMatchObject({ video_session: '', video_id: '' })
  })

  it('starts over if its upload is gone', async () => {
    const task = testTask(page(), {
      type: 'single_video',
      media: [videoOf(mediaFile('landscape.mp4'))],
    })
    const gone = { video_session: '1', video_id: '2', video_next: '0-100' }
    await task.savePrepared(gone)
    expect(await network().prepare(task)).toMatchObject({ kind: 'not_sent' })
    expect(await ready(task)).toEqual({ kind: 'ready' })
    expect(task.prepared.video_id).not.toBe('2')
  })

  it('is reported as missing if its file is missing', async () => {
    const readRange = async () => {
      throw new StoredFileMissing('video')
    }
    for (const type of ['single_video', 'video_story'] as const) {
      const media = [videoOf(mediaFile('portrait.mp4'), { readRange })]
      const outcome = await ready(testTask(page(), { type, media }))
      expect(outcome).toMatchObject({ kind: 'rejected', reason: 'media_missing' })
    }
  })
})

describe('A reel on a Facebook page', () => {
  const reel = (more: Partial<PostMedia> = {}) =>
    testTask(page(), {
      type: 'single_video',
      message: 'Upright with @north',
      mentions: [{ id: '117394826501734', mention: '@north', name: 'Northwind Outdoors' }],
      media: [shaped('portrait.mp4', more)],
    })

  it('has its text, title and cover', async () => {
    const still = await createPicture({ format: 'png', width: 540, height: 960 })
    const task = reel({ thumbnail: { contentType: 'image/png', url: '', read: async () => still } })
    const id = await publish(task)
    expect(await postOf(id)).toMatchObject({ text: 'Upright with Northwind Outdoors' })
    const node = await nodeOf(task.prepared.video_id ?? '', 'picture')
    expect(node).toMatchObject({ picture: expect.stringMatching(/\.png$/) })
  })

  it('goes out without a cover that Facebook refuses', async () => {
    const still = Buffer.from('no picture')
    const task = reel({ thumbnail: { contentType: 'image/png', url: '', read: async () => still } })
    expect(await postOf(await publish(task))).toBeDefined()
  })

  it('waits while the page has thirty of the last day', async () => {
    const other = sandbox.accountsOf('facebook').at(-1) ?? page()
    const upright = () => testTask(other, { type: 'single_video', media: [shaped('portrait.mp4')] })
    const late = upright()
    await ready(late)
    for (let count = 0; count < 30; count++) await sendOnce(upright())
    sandbox.passTime(2_000)
    expect(await network().prepare(late)).toMatchObject({ kind: 'not_sent', reason: 'limit_reached' })
    // Facebook itself refuses it as well.
    expect(await network().send(late)).toMatchObject({ kind: 'not_sent', reason: 'limit_reached' })
  })
})

describe('Photos on a Facebook page', () => {
  it('save each id at once and keep their order', async () => {
    const second = await photoOf('#00ff00', 'Second')
    let isThere = false
    const read = async () => {
      if (!isThere) throw new Error('killed')
      return second.read()
    }
    const media = [await photoOf('#ff0000', 'First'), { ...second, read }, await photoOf('#0000ff', 'Third')]
    const task = testTask(page(), { type: 'multi_photo', message: 'Three', media })
    await expect(network().prepare(task)).rejects.toThrow('killed')
    const first = task.prepared.photo_0
    expect(first).toMatch(/^\d+$/)
    isThere = true
    const post = await postOf(await publish(task))
    expect(post?.media.map(({ alt_text: alt }) => alt)).toEqual(['First', 'Second', 'Third'])
    expect(post?.media[0]?.id).toBe(first)
  })

  it('are reduced if they are over 4 MB', async () => {
    const raw = { width: 2400, height: 1800, channels: 3 as const }
    const noise = sharp(randomBytes(raw.width * raw.height * 3), { raw })
    const bytes = await noise.jpeg({ quality: 100 }).toBuffer()
    expect(bytes.length).toBeGreaterThan(4_000_000)
    const media = [testPhoto(server, bytes, 'image/jpeg')]
    const task = testTask(page(), { type: 'single_photo', message: 'Noise', media })
    await publish(task)
    const node = await nodeOf(task.prepared.photo_0 ?? '', 'picture')
    const stored = await fetch((node as { picture: string }).picture)
    expect((await stored.arrayBuffer()).byteLength).toBeLessThan(4_000_000)
  })
})

describe('A story on a Facebook page', () => {
  it('resumes an interrupted upload from what Facebook has', async () => {
    const bytes = padded('portrait.mp4', MB)
    const starts: number[] = []
    const readRange = async (start: number, end: number) => {
      starts.push(start)
      return bytes.subarray(start, end)
    }
    const task = testTask(page(), { type: 'video_story', media: [videoOf(bytes, { readRange })] })
    await sandbox.fault({ network: 'facebook', fault: 'prepare_error', times: 2 })
    await network().prepare(task)
    await network().prepare(task)
    expect(task.prepared).toEqual({})
    const started = await graph(sandbox.settings).post(page(), `${page().externalId}/video_stories`, {
      upload_phase: 'start',
    })
    const { video_id: id, upload_url: url } = (started as { json: Record<string, string> }).json
    await task.savePrepared({ story_video_id: id ?? '', story_upload_url: url ?? '' })
    const half = {
      authorization: `OAuth ${page().token.token}`,
      offset: '0',
      file_size: String(bytes.length),
    }
    const headers = { ...half, 'content-type': 'application/octet-stream' }
    const body = new Uint8Array(bytes.subarray(0, 300_000))
    expect((await fetch(url ?? '', { method: 'POST', headers, body })).status).toBe(400)
    const externalId = await publish(task)
    expect(starts).toEqual([300_000])
    expect(await postOf(externalId)).toMatchObject({ media: [{ id, kind: 'video' }] })
  })

  it('has a permalink from the list of stories', async () => {
    const task = testTask(page(), { type: 'photo_story', media: [await photoOf('#123456')] })
    const id = await publish(task)
    await sandbox.fault({ network: 'facebook', fault: 'permalink_down' })
    expect(await network().findPermalink(page(), id)).toMatch(/^http/)
  })
})

describe('Other posts on a Facebook page', () => {
  const mention = { id: '117394826501734', mention: '@north', name: 'Northwind Outdoors' }

  it('mention a page by its id and are found by the text that Facebook shows', async () => {
    const sentAt = new Date()
    const task = testTask(page(), { message: 'With @north today', mentions: [mention] })
    await sandbox.fault({ network: 'facebook', fault: 'lost_answer' })
    expect((await network().send(task)).kind).toBe('unknown')
    const found = await network().lookUp(task, { sentAt, excludedIds: new Set() })
    if (found.kind !== 'present') throw new Error(JSON.stringify(found))
    expect(await postOf(found.externalId ?? '')).toMatchObject({ text: 'With Northwind Outdoors today' })
  })

  it('mention a page in their first comment, too', async () => {
    const id = await publish(testTask(page(), { message: 'Comment below' }))
    await network().addFirstComment(page(), id, 'By @north', [mention])
    expect((await postOf(id))?.comments).toMatchObject([{ text: 'By Northwind Outdoors' }])
    const found = await network().findFirstComment?.(page(), id, 'By @north', [mention])
    expect(found).toMatchObject({ kind: 'present' })
  })

  it('show a carousel’s cards in order with pictures, the main card first', async () => {
    const card = async (title: string) => {
      const { url, contentType, read } = await photoOf('#aa5500')
      return {
        url: `https://example.com/${title}`,
        title,
        description: '',
        picture: { url, contentType, read },
      }
    }
    const task = testTask(page(), {
      type: 'link_carousel',
      message: 'Look around',
      link: { ...(await card('shop')), picture: null },
      cards: [await card('beans'), await card('cups')],
    })
    const cards = (await postOf(await publish(task)))?.cards
    expect(cards?.map(({ url }) => new URL(url).pathname)).toEqual(['/shop', '/beans', '/cups'])
    expect(cards?.map(each => 'picture' in each)).toEqual([false, true, true])
  })

  it('stay live without a permalink or first comment', async () => {
    const id = await publish(testTask(page(), { message: 'To be commented on' }))
    await sandbox.fault({ network: 'facebook', fault: 'permalink_down' })
    expect(await network().findPermalink(page(), id)).toBeNull()
    await sandbox.fault({ network: 'facebook', fault: 'comment_refused' })
    expect(await network().addFirstComment(page(), id, 'First')).toMatchObject({ kind: 'not_added' })
    const look = () => network().findFirstComment?.(page(), id, 'First')
    expect(await look()).toEqual({ kind: 'absent' })
    const added = await network().addFirstComment(page(), id, 'First')
    expect(await look()).toMatchObject({
      kind: 'present',
      externalId: 'externalId' in added && added.externalId,
    })
  })
})

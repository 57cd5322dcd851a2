import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mediaFile } from '#sandbox/testing/start.ts'
import type { Picture, PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import {
  answered,
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from '../testing.ts'
import { linkedin } from './linkedin.ts'
import { type Stub, startStub } from './testing.ts'

let sandbox: TestSandbox
let server: Awaited<ReturnType<typeof startFileServer>>
let stub: Stub
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startFileServer()
  stub = await startStub()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await Promise.all([sandbox.close(), server.close(), stub.close()])
})

const network = () => linkedin(sandbox.settings)
const taskOf = (content: Parameters<typeof testTask>[1]) => testTask(sandbox.accounts.linkedin, content)

const prepare = async (task: PublishTask): Promise<Preparation> => {
  for (let turn = 0; turn < 20; turn++) {
    const preparation = await network().prepare(task)
    if (preparation.kind !== 'processing') return preparation
    sandbox.passTime(Math.min(preparation.retryAfterMs, 1_000))
  }
  throw new Error('never ready')
}
const publish = async (task: PublishTask) => {
  expect(await prepare(task)).toEqual({ kind: 'ready' })
  const outcome = await network().send(task)
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
  return (await sandbox.posts('linkedin')).find(({ id }) => id === outcome.externalId)
}
const photo = async (colour: string, altText = '') =>
  testPhoto(server, await createPicture({ format: 'png', colour }), 'image/png', altText)

const MEGABYTE = 1024 * 1024
/** A real video padded with an empty box; remembers which bytes were read. */
const video = (megabytes: number, detail: Partial<PostMedia> = {}) => {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(megabytes * MEGABYTE)
  header.write('free', 4)
  const filling = Buffer.alloc(megabytes * MEGABYTE - 8, megabytes)
  const bytes = Buffer.concat([mediaFile('landscape.mp4'), header, filling])
  const ranges: [number, number][] = []
  const media: PostMedia = {
    ...testPhoto(server, bytes, 'video/mp4', ''),
    kind: 'video',
    width: 640,
    height: 360,
    seconds: 4,
    title: 'How we roast',
    read: () => Promise.reject(new Error('a video is never read whole')),
    readRange: async (start, end) => {
      ranges.push([start, end])
      return bytes.subarray(start, end)
    },
    ...detail,
  }
  return { media, ranges, bytes }
}

describe('A LinkedIn video', () => {
  it('is uploaded in LinkedIn’s parts and shown with its title', async () => {
    const { media, ranges, bytes } = video(5)
    const post = await publish(taskOf({ type: 'single_video', message: 'Two parts', media: [media] }))
    expect(ranges).toEqual([
      [0, 4 * MEGABYTE],
      [4 * MEGABYTE, bytes.length],
    ])
    expect(post).toMatchObject({ media: [{ kind: 'video', title: 'How we roast' }] })
    expect(post?.id).toMatch(/^urn:li:ugcPost:/)
  })

  it('resumes with the part that failed', async () => {
    const { media, ranges, bytes } = video(6)
    let isBroken = true
    const fragile: PostMedia = {
      ...media,
      readRange: (start, end) => {
        if (start > 0 && isBroken) return Promise.reject(new Error('the process is gone'))
        return media.readRange(start, end)
      },
    }
    const task = taskOf({ type: 'single_video', message: 'Broken off', media: [fragile] })
    await expect(network().prepare(task)).rejects.toThrow('the process is gone')
    const { video: before } = task.prepared
    isBroken = false
    await publish(task)
    expect(task.prepared.video).toBe(before)
    expect(ranges).toEqual([
      [0, 4 * MEGABYTE],
      [4 * MEGABYTE, bytes.length],
    ])
  })

  it('starts over if LinkedIn no longer knows the upload', async () => {
    const task = taskOf({ type: 'single_video', message: 'Lost', media: [video(1).media] })
    await network().prepare(task)
    const kept = JSON.parse(task.prepared.video_upload ?? '{}') as object
    const gone = 'urn:li:video:gone'
    await task.savePrepared({ video: gone, video_upload: JSON.stringify({ ...kept, video: gone }) })
    expect(await network().prepare(task)).toMatchObject({ kind: 'not_sent' })
    await publish(task)
    expect(task.prepared.video).not.toBe(gone)
  })

  it('has the chosen thumbnail', async () => {
    const bytes = await createPicture({ format: 'jpeg' })
    const thumbnail: Picture = { contentType: 'image/jpeg', url: '', read: async () => bytes }
    const { media } = video(2, { thumbnail })
    const task = taskOf({ type: 'single_video', message: 'With a still', media: [media] })
    const post = await publish(task)
    expect(task.prepared.video_still).toBe('uploaded')
    const page = await (await fetch(post?.permalink ?? '')).text()
    expect(page).toMatch(/poster="\/media\/[\da-f]+\.jpeg"/)
  })

  it('is refused with LinkedIn’s reason if it cannot be used', async () => {
    await sandbox.fault({ network: 'linkedin', fault: 'processing_failed' })
    const task = taskOf({ type: 'single_video', message: '', media: [video(1).media] })
    expect(await prepare(task)).toMatchObject({ kind: 'rejected', reason: 'media_refused' })
  })

  it('is awaited while LinkedIn processes it, however long', async () => {
    await sandbox.fault({ network: 'linkedin', fault: 'processing_forever' })
    const task = taskOf({ type: 'single_video', message: '', media: [video(1).media] })
    await network().prepare(task)
    sandbox.passTime(2_000)
    expect(await network().prepare(task)).toMatchObject({ kind: 'processing' })
  })

  it('is reported as missing if its file is missing', async () => {
    const readRange = () => Promise.reject(new StoredFileMissing('video'))
    const task = taskOf({ type: 'single_video', media: [video(1, { readRange }).media] })
    expect(await prepare(task)).toMatchObject({ kind: 'rejected', reason: 'media_missing' })
  })
})

describe('A LinkedIn post', () => {
  it('shows up to nine photos in order with their alt texts', async () => {
    const media = await Promise.all(
      Array.from({ length: 9 }, (_, index) => photo(`#${index}${index}3366`, `Photo ${index}`)),
    )
    const post = await publish(taskOf({ type: 'multi_photo', message: 'Nine', media }))
    expect(post?.media.map(each => each.alt_text)).toEqual(media.map(each => each.altText))
  })

  it('uploads only the missing photos after a limit', async () => {
    const media = [await photo('#101010'), await photo('#202020')]
    const task = taskOf({ type: 'multi_photo', message: 'Limited', media })
    await task.savePrepared({ image_0: 'urn:li:image:kept' })
    await sandbox.fault({ network: 'linkedin', fault: 'prepare_limited', retry_after: 7 })
    const limited = { kind: 'not_sent', retryAfterMs: 7_000, reason: 'limit_reached' }
    expect(await network().prepare(task)).toMatchObject(limited)
    expect(task.prepared).toEqual({ image_0: 'urn:li:image:kept' })
    const goOn = sandbox.holdTime()
    expect((await network().prepare(task)).kind).toBe('processing')
    goOn()
    expect(task.prepared.image_0).toBe('urn:li:image:kept')
    await task.savePrepared({ image_0: '' })
    await publish(task)
  })

  it('sends the title, text and picture of its link', async () => {
    const bytes = await createPicture({ format: 'jpeg', colour: '#445566' })
    const picture: Picture = { contentType: 'image/jpeg', url: '', read: async () => bytes }
    const url = 'https://example.com/menu'
    const link = { url, title: 'Menu', description: 'What there is', picture }
    const task = taskOf({ type: 'link', message: 'Look', link })
    const post = await publish(task)
    const article = { url, title: 'Menu', description: 'What there is', thumbnail: task.prepared.image_0 }
    expect(post).toMatchObject({ text: 'Look', article })
  })

  it('uses the site’s name if the link has no title', async () => {
    const link = { url: 'https://example.com/a', title: '', description: '', picture: null }
    expect(await publish(taskOf({ type: 'link', message: 'Bare', link }))).toMatchObject({
      article: { title: 'example.com' },
    })
  })

  it('is refused before sending if its link is invalid', async () => {
    const link = { url: 'https://[example', title: '', description: '', picture: null }
    const refused = await network().prepare(taskOf({ type: 'link', message: 'See https://[example', link }))
    expect(refused).toMatchObject({ kind: 'rejected', response: expect.stringContaining('https://[example') })
  })

  it('links mentions by their exact name and shows the rest as written', async () => {
    const mentions = [{ id: '7410268', mention: '@northwindout', name: 'Northwind Outdoors' }]
    const message = 'With @northwindout (again) #hiking_2'
    const task = taskOf({ type: 'text', message, mentions })
    const post = await publish(task)
    expect(post).toMatchObject({
      text: 'With Northwind Outdoors (again) #hiking_2',
      source: expect.stringContaining('@[Northwind Outdoors](urn:li:organization:7410268)'),
    })
    const found = await network().lookUp(task, { sentAt: new Date(), excludedIds: new Set() })
    expect(found).toMatchObject({ kind: 'present', externalId: post?.id })
  })

  it('is refused before any upload if mentions and escapes make it too long', async () => {
    const task = taskOf({
      type: 'single_photo',
      message: '('.repeat(1_600),
      media: [await photo('#303030')],
    })
    expect(await network().prepare(task)).toMatchObject({
      kind: 'rejected',
      response: expect.stringContaining('3200 characters'),
    })
    expect(task.prepared).toEqual({})
  })

  it('is found behind a hundred newer posts', async () => {
    const sentAt = new Date()
    const first = taskOf({ type: 'text', message: 'Before the many' })
    const post = await publish(first)
    for (let index = 0; index < 104; index++)
      await network().send(taskOf({ type: 'text', message: `One of the many, ${index}` }))
    const look = (task: PublishTask) => network().lookUp(task, { sentAt, excludedIds: new Set() })
    expect(await look(first)).toMatchObject({ kind: 'present', externalId: post?.id })
    expect(await look(taskOf({ type: 'text', message: 'None of the many' }))).toEqual({ kind: 'absent' })
  })

  it('is not mistaken for a post with more of the same photos', async () => {
    const media = [await photo('#404040'), await photo('#505050')]
    const both = taskOf({ type: 'multi_photo', message: 'Both', media })
    await publish(both)
    const one = taskOf({ type: 'single_photo', message: 'One', media: media.slice(0, 1) })
    await one.savePrepared({ image_0: both.prepared.image_0 ?? '' })
    expect(await network().lookUp(one, { sentAt: new Date(), excludedIds: new Set() })).toEqual({
      kind: 'absent',
    })
  })

  it('explains an expired API version to the operator', async () => {
    const old = linkedin({ ...sandbox.settings, linkedinVersion: '202301' })
    expect(await old.send(taskOf({ type: 'text', message: 'Old' }))).toMatchObject({
      kind: 'rejected',
      reason: 'app_misconfigured',
      response: expect.stringContaining('set LINKEDIN_VERSION'),
    })
  })
})

describe('A first comment on LinkedIn', () => {
  const said = 'Plain (text), #as_is'
  const posted = async (message: string) => (await publish(taskOf({ type: 'text', message })))?.id ?? ''
  const add = (urn: string) => network().addFirstComment(sandbox.accounts.linkedin, urn, said)
  const find = (urn: string) => network().findFirstComment?.(sandbox.accounts.linkedin, urn, said)

  it('is found by its author and text', async () => {
    const urn = await posted('Commented')
    expect(await find(urn)).toEqual({ kind: 'absent' })
    const added = await add(urn)
    if (added.kind !== 'added') throw new Error(JSON.stringify(added))
    expect(await find(urn)).toMatchObject({ kind: 'present', externalId: added.externalId })
    await sandbox.fault({ network: 'linkedin', fault: 'readback_down' })
    expect(await find(urn)).toMatchObject({ kind: 'cannot_tell' })
  })

  it('is retried if the post is too new to be commented on', async () => {
    const urn = await posted('Too new')
    await sandbox.fault({ network: 'linkedin', fault: 'comment_refused', retry_after: 1 })
    expect(await add(urn)).toMatchObject({ kind: 'not_sent', retryAfterMs: 5_000 })
    expect(await add(urn)).toMatchObject({ kind: 'added' })
  })

  it('is given up if LinkedIn refuses it and unknown if its answer was lost', async () => {
    const urn = await posted('Refused')
    await sandbox.fault({ network: 'linkedin', fault: 'comment_refused' })
    expect(await add(urn)).toMatchObject({ kind: 'not_added' })
    const away = linkedin({ ...sandbox.settings, linkedinUrl: stub.url })
    const path = '/rest/socialActions/urn%3Ali%3Ashare%3A7/comments'
    stub.answer(path, answered(502, '<html>'), answered(400, 'Unable to obtain activity'))
    const again = () => away.addFirstComment(sandbox.accounts.linkedin, 'urn:li:share:7', said)
    expect(await again()).toMatchObject({ kind: 'unknown' })
    expect(await again()).toMatchObject({ kind: 'not_sent' })
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PostType } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import type { PostContent, PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from '../testing.ts'
import { instagram } from './instagram.ts'

let sandbox: TestSandbox
let server: Awaited<ReturnType<typeof startFileServer>>
let counter = 0
/** How far the network's clock is ahead, instead of waiting. */
let ahead = 0
const pass = (ms: number) => {
  ahead += ms
  sandbox.passTime(ms)
}
const networkTime = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startFileServer()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await sandbox.close()
  await server.close()
})

const adapter = () => instagram(sandbox.settings)

const photo = async (own: Partial<PostMedia> = {}, width = 1080, height = 1080): Promise<PostMedia> => {
  counter += 1
  const colour = `#${(counter * 4099).toString(16).padStart(6, '0').slice(-6)}`
  const bytes = await createPicture({ format: 'jpeg', width, height, colour })
  return { ...testPhoto(server, bytes, 'image/jpeg', `Photo ${counter}`), width, height, ...own }
}
const video = (own: Partial<PostMedia> = {}): PostMedia => ({
  ...testPhoto(server, mediaFile('landscape.mp4'), 'video/mp4', ''),
  kind: 'video',
  seconds: 4,
  width: 640,
  height: 360,
  ...own,
})

const contentOf = (
  type: PostType,
  media: PostMedia[],
  own: Partial<PostContent> = {},
): Partial<PostContent> => {
  counter += 1
  return { type, media, message: `Post ${counter} #harbor`, ...own }
}
const taskOf = (content: Partial<PostContent>): PublishTask => testTask(sandbox.accounts.instagram, content)

const prepare = async (task: PublishTask): Promise<Preparation> => {
  for (let turn = 0; turn < 40; turn++) {
    const preparation = await adapter().prepare(task)
    if (preparation.kind !== 'processing') return preparation
    pass(preparation.retryAfterMs)
  }
  throw new Error('never ready')
}
const publish = async (task: PublishTask) => {
  expect(await prepare(task)).toEqual({ kind: 'ready' })
  const outcome = await adapter().send(task)
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
  return outcome.externalId
}
const ask = async (path: string) => {
  const { token } = sandbox.accounts.instagram.token
  const address = `${sandbox.settings.graphUrl}/${path}&access_token=${token}`
  return (await (await fetch(address)).json()) as Record<string, unknown>
}
const containers = (task: PublishTask) =>
  Object.entries(task.prepared).filter(([name, id]) => id && /^(container_id|part_\d+)$/.test(name))

describe('The Instagram adapter', () => {
  it('publishes a video as a reel that is also in the feed, with the chosen cover', async () => {
    const cover = await createPicture({ format: 'png', width: 540, height: 960, colour: '#114477' })
    const thumbnail = {
      contentType: 'image/png',
      url: 'http://127.0.0.1:9/not-fetched.png',
      read: async () => cover,
    }
    const id = await publish(taskOf(contentOf('single_video', [video({ thumbnail })])))
    const reel = await ask(`${id}?fields=media_type,media_product_type,thumbnail_url`)
    expect(reel).toMatchObject({ media_type: 'VIDEO', media_product_type: 'REELS' })
    const still = Buffer.from(await (await fetch(String(reel.thumbnail_url))).arrayBuffer())
    expect(still.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect([...server.files.values()].some(file => file.equals(still))).toBe(true)
  })

  it('publishes a video without its cover if the cover is missing', async () => {
    const { StoredFileMissing } = await import('#server/platform/storage/storage.ts')
    const read = async (): Promise<Buffer> => {
      throw new StoredFileMissing('cover')
    }
    const thumbnail = { contentType: 'image/png', url: '', read }
    const task = taskOf(contentOf('single_video', [video({ thumbnail })]))
    await publish(task)
    expect(task.prepared.cover_url).toBeUndefined()
  })

  it.each(['multi_photo', 'media_carousel', 'multi_video', 'multi_content'] as const)(
    'publishes a %s as one carousel in order, each photo with its alt text',
    async type => {
      const kinds = { multi_photo: 'pp', media_carousel: 'vp', multi_video: 'vv', multi_content: 'pvp' }[type]
      const media = await Promise.all([...kinds].map(kind => (kind === 'p' ? photo() : video())))
      const content = contentOf(type, media)
      const id = await publish(taskOf(content))
      const fields = 'caption,media_type,children{media_type}'
      expect(await ask(`${id}?fields=${fields}`)).toMatchObject({
        caption: content.message,
        media_type: 'CAROUSEL_ALBUM',
        children: { data: media.map(({ kind }) => ({ media_type: kind === 'video' ? 'VIDEO' : 'IMAGE' })) },
      })
      const post = (await sandbox.posts('instagram')).find(each => each.id === id)
      expect(post?.media.map(each => each.alt_text)).toEqual(
        media.map(({ kind, altText }) => (kind === 'video' ? undefined : altText)),
      )
    },
  )

  it('publishes stories in any shape, without text and not in the grid', async () => {
    const tall = await photo({}, 1080, 1920)
    const id = await publish(taskOf(contentOf('photo_story', [tall], { message: '' })))
    const listed = async (edge: string) =>
      (await ask(`${sandbox.accounts.instagram.externalId}/${edge}?limit=100`)).data as { id: string }[]
    expect(await listed('stories')).toContainEqual({ id })
    expect(await listed('media')).not.toContainEqual({ id })
  })

  it('mentions people by their user name', async () => {
    const mentions = [{ id: '1', mention: '@Northwind', name: 'Northwind', username: 'northwindout' }]
    const id = await publish(
      taskOf(contentOf('single_photo', [await photo()], { message: 'With @Northwind', mentions })),
    )
    expect((await ask(`${id}?fields=caption`)).caption).toBe('With @northwindout')
  })

  it('creates no carousel item twice if a later one temporarily cannot be fetched', async () => {
    const late = await photo({ url: `${server.url}/a-little-later` })
    const task = taskOf(contentOf('multi_photo', [await photo(), await photo(), late]))
    expect(await adapter().prepare(task)).toMatchObject({ kind: 'not_sent' })
    const made = containers(task)
    expect(made.map(([name]) => name)).toEqual(['part_0', 'part_1'])
    server.files.set('/a-little-later', await late.read())
    await publish(task)
    expect(containers(task)).toEqual(expect.arrayContaining(made))
    expect(containers(task)).toHaveLength(4)
  })

  it('waits if a photo temporarily cannot be fetched', async () => {
    const away = await photo({ url: `${server.url}/not-there-yet` })
    const task = taskOf(contentOf('single_photo', [away]))
    expect(await prepare(task)).toMatchObject({
      kind: 'not_sent',
      response: expect.stringContaining('2207052'),
    })
    server.files.set('/not-there-yet', await away.read())
    await publish(task)
  })

  it.each(['single_photo', 'multi_video'] as const)(
    'gives up on a %s that Instagram cannot process, with its reason',
    async type => {
      await sandbox.fault({ network: 'instagram', fault: 'processing_failed' })
      const media = type === 'single_photo' ? [await photo()] : [video(), video()]
      expect(await prepare(taskOf(contentOf(type, media)))).toMatchObject({
        kind: 'rejected',
        reason: 'media_refused',
        response: expect.stringContaining('2207026'),
      })
    },
  )

  it('polls more and more slowly if processing never ends', async () => {
    await sandbox.fault({ network: 'instagram', fault: 'processing_forever' })
    const task = taskOf(contentOf('single_video', [video()]))
    const waits: number[] = []
    for (let turn = 0; turn < 12; turn++) {
      const preparation = await adapter().prepare(task)
      if (preparation.kind === 'processing') waits.push(preparation.retryAfterMs)
    }
    expect(waits).toHaveLength(12)
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(waits.at(-1)).toBe(30_000)
  })

  it('refuses what Instagram does not accept before anything is sent', async () => {
    const wide = await photo({}, 2200, 1000)
    const cinema = video({ width: 3840, height: 2160 })
    for (const content of [contentOf('single_photo', [wide]), contentOf('single_video', [cinema])]) {
      const task = taskOf(content)
      expect(await prepare(task)).toMatchObject({ kind: 'rejected', reason: 'media_refused' })
      expect(containers(task)).toEqual([])
    }
  })

  it('does not bind an earlier story', async () => {
    const earlier = await publish(taskOf(contentOf('photo_story', [await photo()], { message: '' })))
    const task = taskOf(contentOf('photo_story', [await photo()], { message: '' }))
    expect(await prepare(task)).toEqual({ kind: 'ready' })
    pass(1_000)
    const sentAt = networkTime()
    await sandbox.fault({ network: 'instagram', fault: 'lost_answer' })
    expect((await adapter().send(task)).kind).toBe('unknown')
    const found = await adapter().lookUp(task, { sentAt, excludedIds: new Set() })
    expect(found).toMatchObject({ kind: 'present', externalId: expect.any(String) })
    expect(found).not.toMatchObject({ externalId: earlier })
  })

  it('finds its own first comment and no refused one', async () => {
    const id = await publish(taskOf(contentOf('single_photo', [await photo()])))
    const account = sandbox.accounts.instagram
    await sandbox.fault({ network: 'instagram', fault: 'comment_refused' })
    expect((await adapter().addFirstComment(account, id, '#one #two')).kind).toBe('not_added')
    expect(await adapter().findFirstComment?.(account, id, '#one #two')).toEqual({ kind: 'absent' })
    expect((await adapter().addFirstComment(account, id, '#one #two')).kind).toBe('added')
    expect(await adapter().findFirstComment?.(account, id, '#one #two')).toMatchObject({ kind: 'present' })
  })

  it('has no permalink while it cannot be read, although the post is live', async () => {
    const id = await publish(taskOf(contentOf('single_photo', [await photo()])))
    await sandbox.fault({ network: 'instagram', fault: 'permalink_down' })
    expect(await adapter().findPermalink(sandbox.accounts.instagram, id)).toBeNull()
    expect(await adapter().findPermalink(sandbox.accounts.instagram, id)).toContain(id)
  })

  it('publishes each type that the product offers for Instagram', () => {
    expect([...networks.instagram.publishes].sort()).toEqual(Object.keys(networks.instagram.types).sort())
  })
})

describe('Over the days, the Instagram adapter', () => {
  const DAY_MS = 86_400_000

  it.each(['single_photo', 'multi_photo'] as const)(
    'creates the expired containers of a %s again before sending',
    async type => {
      const media = type === 'multi_photo' ? [await photo(), await photo()] : [await photo()]
      const task = taskOf(contentOf(type, media))
      expect(await prepare(task)).toEqual({ kind: 'ready' })
      const expired = containers(task)
      pass(DAY_MS + 60_000)
      await publish(task)
      expect(containers(task)).toHaveLength(expired.length)
      for (const each of expired) expect(containers(task)).not.toContainEqual(each)
    },
  )

  it('knows that nothing was published if a container expires before sending', async () => {
    const task = taskOf(contentOf('single_photo', [await photo()]))
    expect(await prepare(task)).toEqual({ kind: 'ready' })
    const sentAt = networkTime()
    pass(DAY_MS + 60_000)
    expect((await adapter().send(task)).kind).toBe('not_sent')
    expect(await adapter().lookUp(task, { sentAt, excludedIds: new Set() })).toEqual({ kind: 'absent' })
  })

  it('does not replace a missing container that may have been published', async () => {
    const task = taskOf(contentOf('single_photo', [await photo()]))
    await task.savePrepared({ container_id: '17000000000000000' })
    expect(await prepare({ ...task, firstSentAt: new Date() })).toMatchObject({ kind: 'not_sent' })
    expect(task.prepared.container_id).toBe('17000000000000000')
    expect(await prepare(task)).toEqual({ kind: 'ready' })
    expect(task.prepared.container_id).not.toBe('17000000000000000')
  })

  it('waits while the daily quota is used up and publishes afterwards', async () => {
    pass(DAY_MS + 60_000)
    const { externalId } = sandbox.accounts.instagram
    await sandbox.quota(externalId, 2)
    for (let count = 0; count < 2; count++) await publish(taskOf(contentOf('single_photo', [await photo()])))
    const task = taskOf(contentOf('single_photo', [await photo()]))
    const prepared = await prepare(task)
    expect(prepared).toMatchObject({
      kind: 'not_sent',
      reason: 'limit_reached',
      retryAfterMs: expect.any(Number),
    })
    // The publish call itself would also be refused with certainty.
    expect(await adapter().send(task)).toMatchObject({ kind: 'not_sent', reason: 'limit_reached' })
    pass(DAY_MS)
    await publish(task)
    await sandbox.quota(externalId, 100)
  })
})

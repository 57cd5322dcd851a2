import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PostType, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks, takesMessage } from '#domain/networks/network.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import { createAdapters } from './adapters.ts'
import type {
  LinkCard,
  NetworkAdapter,
  PostContent,
  PostMedia,
  Preparation,
  PublishTask,
} from './network-adapter.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from './testing.ts'

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

const photo = async (altText = 'A plain picture'): Promise<PostMedia> => {
  counter += 1
  const colour = `#${(counter * 4099).toString(16).padStart(6, '0').slice(-6)}`
  const bytes = await createPicture({ format: 'jpeg', width: 1080, height: 1080, colour })
  return { ...testPhoto(server, bytes, 'image/jpeg', altText), width: 1080, height: 1080 }
}
const video = (name: 'landscape.mp4' | 'portrait.mp4'): PostMedia => {
  // A byte in an extra box at the end makes every upload a different file.
  counter += 1
  const box = Buffer.from([0, 0, 0, 12, ...Buffer.from('free'), 0, 0, counter >> 8, counter & 0xff])
  const bytes = Buffer.concat([mediaFile(name), box])
  const size = name === 'landscape.mp4' ? { width: 640, height: 360 } : { width: 540, height: 960 }
  return {
    ...testPhoto(server, bytes, 'video/mp4', ''),
    kind: 'video',
    seconds: 4,
    title: 'How we roast',
    ...size,
  }
}
const gif = (): PostMedia => ({
  ...testPhoto(server, mediaFile('moving.gif'), 'image/gif', 'Moving stripes'),
  kind: 'gif',
  width: 320,
  height: 240,
  seconds: 1,
})
const card = async (title: string): Promise<LinkCard> => ({
  url: `https://example.com/${title.toLowerCase()}`,
  title,
  description: `${title} in detail`,
  picture: await photo(),
})

/** The content of a type: the minimum that every network with this type accepts. */
const parts: Record<PostType, () => Promise<Partial<PostContent>>> = {
  text: async () => ({}),
  link: async () => ({ link: { ...(await card('Menu')), picture: null } }),
  single_photo: async () => ({ media: [await photo('Beans in a hand')] }),
  multi_photo: async () => ({ media: [await photo('First'), await photo('Second')] }),
  media_carousel: async () => ({ media: [await photo(), video('landscape.mp4')] }),
  single_video: async () => ({ media: [video('landscape.mp4')] }),
  multi_video: async () => ({ media: [video('landscape.mp4'), video('landscape.mp4')] }),
  multi_content: async () => ({ media: [await photo(), video('landscape.mp4'), await photo()] }),
  animated_gif: async () => ({ media: [gif()] }),
  link_carousel: async () => ({
    link: { ...(await card('Shop')), picture: null },
    cards: [await card('Beans'), await card('Cups'), await card('Filters')],
  }),
  photo_story: async () => ({ media: [await photo()] }),
  video_story: async () => ({ media: [video('portrait.mp4')] }),
}

const contentOf = async (name: SocialNetwork, type: PostType, isUpright = false): Promise<PostContent> => {
  counter += 1
  const message = takesMessage(name, type) ? `${type} ${counter}: fresh & "hot" (today) #Harbor` : ''
  return {
    type,
    message,
    mentions: [],
    firstComment: '',
    link: null,
    cards: [],
    media: [],
    ...(await parts[type]()),
    ...(isUpright ? { media: [video('portrait.mp4')] } : {}),
  }
}

const prepare = async (network: NetworkAdapter, task: PublishTask): Promise<Preparation> => {
  for (let turn = 0; turn < 60; turn++) {
    const preparation = await network.prepare(task)
    if (preparation.kind !== 'processing') return preparation
    // Moves the networks' clock instead of waiting.
    sandbox.passTime(Math.min(preparation.retryAfterMs, 1_000))
  }
  throw new Error('never ready')
}

const cells = [
  ...socialNetworks.flatMap(name =>
    networks[name].publishes.map(type => ({ name, type, isUpright: false, shape: '' })),
  ),
  // Facebook takes it by other calls.
  { name: 'facebook', type: 'single_video', isUpright: true, shape: 'upright ' } as const,
]

/** Longer than any sandbox works on a video that it has been asked to publish. */
const settle = () => sandbox.passTime(2_000)

describe.each(cells)('$shape$type on $name', ({ name, type, isUpright }) => {
  const ready = async () => {
    const network = createAdapters(sandbox.settings)[name]
    const task = testTask(sandbox.accounts[name], await contentOf(name, type, isUpright))
    const before = new Set((await sandbox.posts(name)).map(({ id }) => id))
    const fresh = async () => (await sandbox.posts(name)).filter(({ id }) => !before.has(id))
    expect(await prepare(network, task)).toEqual({ kind: 'ready' })
    expect(await fresh()).toEqual([])
    return { network, task, fresh, search: { sentAt: new Date(), excludedIds: before } }
  }

  it('is public only after sending, complete and as written', async () => {
    const { network, task, fresh, search } = await ready()
    const outcome = await network.send(task)
    const [post, ...others] = await fresh()
    expect(others).toEqual([])
    if (outcome.kind === 'processing') {
      expect(await network.lookUp(task, search)).toMatchObject({
        kind: expect.stringMatching(/cannot_tell|present/),
      })
      settle()
      expect(await network.lookUp(task, search)).toMatchObject({ kind: 'present', externalId: post?.id })
    } else expect(outcome).toMatchObject({ kind: 'published', externalId: post?.id })
    expect(post?.text ?? '').toContain(task.content.message)
    expect(post?.media.map(({ kind }) => kind)).toEqual(task.content.media.map(({ kind }) => kind))
    // The main card is one of a carousel's.
    const mainCard = type === 'link_carousel' ? 1 : 0
    expect(post?.cards?.length ?? 0).toBe(task.content.cards.length + mainCard)
    expect(Boolean(post?.story_until)).toBe(type.endsWith('_story'))
  })

  it('is found by its content, or reported as uncertain where it has no text, if all its ids are lost', async () => {
    const { network, task, fresh, search } = await ready()
    const lost = { ...search, lostUntil: new Date() }
    const withoutIds = testTask(task.account, task.content)
    expect(await network.lookUp(withoutIds, lost)).toEqual({ kind: 'absent' })
    await network.send(task)
    settle()
    const [post] = await fresh()
    expect(await network.lookUp(withoutIds, search)).toMatchObject(
      task.content.media.length > 0
        ? { kind: 'absent' }
        : { kind: 'present', externalId: post?.id, matchedByContent: true },
    )
    expect(await network.lookUp(withoutIds, lost)).toMatchObject(
      task.content.message === ''
        ? { kind: 'cannot_tell', isFinal: true }
        : { kind: 'present', externalId: post?.id, matchedByContent: true },
    )
    const known = { ...lost, excludedIds: new Set([...search.excludedIds, post?.id ?? '']) }
    expect(await network.lookUp(withoutIds, known)).toEqual({ kind: 'absent' })
  })

  it('uploads nothing twice, however often it is prepared', async () => {
    const { network, task } = await ready()
    const kept = { ...task.prepared }
    expect(await prepare(network, task)).toEqual({ kind: 'ready' })
    expect(task.prepared).toEqual(kept)
  })

  it('is found after its answer was lost', async () => {
    const { network, task, fresh, search } = await ready()
    await sandbox.fault({ network: name, fault: 'lost_answer' })
    const outcome = await network.send(task)
    expect(['unknown', 'processing']).toContain(outcome.kind)
    settle()
    const [post] = await fresh()
    const found = await network.lookUp(task, search)
    expect(found).toMatchObject({ kind: 'present', externalId: post?.id })
  })

  it('is absent if it was not accepted', async () => {
    const { network, task, fresh, search } = await ready()
    await sandbox.fault({ network: name, fault: 'error_before' })
    expect((await network.send(task)).kind).toBe('unknown')
    expect(await fresh()).toEqual([])
    expect(await network.lookUp(task, search)).toEqual({ kind: 'absent' })
  })

  // Texts and links are sent in one call, and Facebook fetches a carousel's pictures itself.
  if (['text', 'link', 'link_carousel'].includes(type)) return
  it('waits if an upload is refused temporarily', async () => {
    const network = createAdapters(sandbox.settings)[name]
    const task = testTask(sandbox.accounts[name], await contentOf(name, type, isUpright))
    await sandbox.fault({ network: name, fault: 'prepare_error' })
    expect(await prepare(network, task)).toMatchObject({ kind: 'not_sent' })
    expect(await prepare(network, task)).toEqual({ kind: 'ready' })
  })
})

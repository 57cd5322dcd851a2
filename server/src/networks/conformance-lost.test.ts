import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { createAdapters } from './adapters.ts'
import type { PostContent, PostMedia, PublishTask } from './network-adapter.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from './testing.ts'

// What a restored database asks (decision 107): is this post on the account, although no id of its attempt is known?

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

const photo = async (): Promise<PostMedia> => {
  counter += 1
  const colour = `#${(counter * 4099).toString(16).padStart(6, '0').slice(-6)}`
  const bytes = await createPicture({ format: 'jpeg', width: 1080, height: 1080, colour })
  return { ...testPhoto(server, bytes, 'image/jpeg'), width: 1080, height: 1080 }
}

const MINUTE = 60_000

describe.each(socialNetworks)('Without any id, the %s adapter', name => {
  const network = () => createAdapters(sandbox.settings)[name]
  const words = (extra = '') => {
    counter += 1
    return `Lost ${counter}: 3 < 4 & "tea" (hot) #Harbor_2 — see https://example.com/a?b=1${extra} 🎉`
  }
  const photoPost = async (message: string, photos = 1): Promise<PostContent> => ({
    ...testTask(sandbox.accounts[name], {}).content,
    type: photos > 1 && networks[name].publishes.includes('multi_photo') ? 'multi_photo' : 'single_photo',
    message,
    media: await Promise.all(Array.from({ length: photos }, photo)),
  })
  const publish = async (content: PostContent): Promise<string> => {
    const task: PublishTask = testTask(sandbox.accounts[name], content)
    for (let turn = 0; (await network().prepare(task)).kind !== 'ready'; turn++) {
      if (turn > 60) throw new Error('never ready')
      sandbox.passTime(1_000)
    }
    const outcome = await network().send(task)
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    return outcome.externalId
  }
  /** Both clocks move together here, so the time that the networks have is the time that we have. */
  const now = async () => {
    const [latest] = (await sandbox.posts(name)).map(post => post.created_at).sort((a, b) => b - a)
    return new Date(Math.max(latest ?? 0, Date.now()))
  }
  const lookUp = async (content: PostContent, from: Date, until: Date, excludedIds: string[] = []) =>
    network().lookUp(testTask(sandbox.accounts[name], content), {
      sentAt: from,
      lostUntil: until,
      excludedIds: new Set(excludedIds),
    })

  it('finds a post whose text the network returns trimmed, escaped and with short links', async () => {
    const content = await photoPost(`  ${words('#part')}\r\n  `)
    const from = await now()
    const id = await publish(content)
    const { created_at = 0 } = (await sandbox.posts(name)).find(post => post.id === id) ?? {}
    const found = await lookUp(content, from, await now())
    expect(found).toMatchObject({ kind: 'present', externalId: id })
    // Most networks tell whole seconds.
    const at = found.kind === 'present' ? found.publishedAt?.getTime() : undefined
    expect([created_at, Math.floor(created_at / 1_000) * 1_000]).toContain(at)
  })

  it('finds no post with another text or another number of photos', async () => {
    const message = words()
    const from = await now()
    await publish(await photoPost(message))
    expect(await lookUp(await photoPost(words()), from, await now())).toEqual({ kind: 'absent' })
    expect(await lookUp(await photoPost(message, 2), from, await now())).toEqual({ kind: 'absent' })
  })

  it('finds no post from before the lost time or from long after it', async () => {
    const content = await photoPost(words())
    const id = await publish(content)
    const at = (await now()).getTime()
    const [before, after] = [new Date(at - 60 * MINUTE), new Date(at + 60 * MINUTE)]
    expect(await lookUp(content, before, after)).toMatchObject({ kind: 'present', externalId: id })
    expect(await lookUp(content, after, after)).toEqual({ kind: 'absent' })
    expect(await lookUp(content, before, new Date(at - 30 * MINUTE))).toEqual({ kind: 'absent' })
  })

  it('finds a post of the lost time where our clock was set back by hours since', async () => {
    const content = await photoPost(words())
    const id = await publish(content)
    const askedAt = new Date((await now()).getTime() - 180 * MINUTE)
    const found = await network().lookUp(testTask(sandbox.accounts[name], content), {
      sentAt: new Date(askedAt.getTime() - 60 * MINUTE),
      lostUntil: askedAt,
      askedAt,
      excludedIds: new Set(),
    })
    expect(found).toMatchObject({ kind: 'present', externalId: id })
  })

  it('finds each of two identical posts once', async () => {
    const content = await photoPost(words())
    const from = await now()
    const ids = [await publish(content), await publish({ ...content, media: [await photo()] })]
    const first = await lookUp(content, from, await now())
    const one = first.kind === 'present' ? (first.externalId ?? '') : ''
    expect(ids).toContain(one)
    const other = ids.filter(id => id !== one)
    expect(await lookUp(content, from, await now(), [one])).toMatchObject({ externalId: other[0] })
    expect(await lookUp(content, from, await now(), ids)).toEqual({ kind: 'absent' })
  })

  it('leaves it to a person where only posts without a text could be it, and to time where nothing can be read', async () => {
    const silent = await photoPost('')
    const from = await now()
    const id = await publish(silent)
    expect(await lookUp(await photoPost(''), from, await now(), [])).toMatchObject({
      kind: 'cannot_tell',
      isFinal: true,
    })
    expect(await lookUp(await photoPost(''), from, await now(), [id])).toEqual({ kind: 'absent' })
    await sandbox.fault({ network: name, fault: 'readback_down' })
    const unread = await lookUp(await photoPost(words()), from, await now())
    expect(unread.kind).toBe('cannot_tell')
    expect(unread).not.toHaveProperty('isFinal')
  })

  it('reads past the first page of what was published since', async () => {
    const content = await photoPost(words())
    const from = await now()
    const id = await publish(content)
    // More than fit on Instagram's page, which is the smallest.
    for (let index = 0; index < 51; index++) await publish({ ...content, message: words() })
    expect(await lookUp(content, from, await now())).toMatchObject({ kind: 'present', externalId: id })
  })
})

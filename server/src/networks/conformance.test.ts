import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { NewFault } from '#sandbox/platform/faults.ts'
import { createAdapters } from './adapters.ts'
import {
  createPicture,
  prepareFully,
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

describe.each(socialNetworks)('The %s adapter', name => {
  const network = (settings: Partial<TestSandbox['settings']> = {}) =>
    createAdapters({ ...sandbox.settings, ...settings })[name]
  const search = (sentAt: Date, excludedIds: string[] = []) => ({ sentAt, excludedIds: new Set(excludedIds) })

  /** A unique text with everything that some network escapes, and a photo if the network needs one. */
  const contentOf = async (type: 'text' | 'single_photo') => {
    counter += 1
    const message = `Post ${counter}: 3 < 4 & "tea" (hot) #Harbor_2 — see https://example.com/a?b=1 🎉`
    if (type === 'text') return { type, message }
    const colour = `#${(counter * 9).toString(16).padStart(6, '3')}`
    const picture = await createPicture({ format: 'png', colour })
    return { type, message, media: [testPhoto(server, picture, 'image/png')] } as const
  }
  const ready = async (type?: 'text' | 'single_photo') => {
    const chosen = type ?? (networks[name].publishes.includes('text') ? 'text' : 'single_photo')
    const task = testTask(sandbox.accounts[name], await contentOf(chosen))
    expect(await prepareFully(sandbox, network(), task)).toEqual({ kind: 'ready' })
    return { task, sentAt: new Date(), before: await sandbox.posts(name) }
  }
  const order = (fault: NewFault['fault'], detail = {}) => sandbox.fault({ network: name, fault, ...detail })

  it('publishes a photo with text and alt text', async () => {
    const { task, before } = await ready('single_photo')
    const outcome = await network().send(task)
    expect(outcome.kind).toBe('published')
    const [post, ...others] = (await sandbox.posts(name)).filter(
      each => !before.some(old => old.id === each.id),
    )
    expect(others).toEqual([])
    expect(outcome).toMatchObject({ externalId: post?.id })
    expect(post?.text).toBe(task.content.message)
    expect(post?.media).toMatchObject([{ alt_text: 'A plain blue picture' }])
  })

  it('publishes as many photos as a single_photo may hold, in order', async () => {
    const most = networks[name].types.single_photo?.maxFiles ?? 1
    const sizes = Array.from({ length: most }, (_, index) => 600 + index * 10)
    const pictures = await Promise.all(
      sizes.map(width => createPicture({ format: 'jpeg', width, height: 600 })),
    )
    const media = pictures.map((picture, index) => ({
      ...testPhoto(server, picture, 'image/jpeg'),
      altText: `Photo ${index}`,
    }))
    const task = testTask(sandbox.accounts[name], {
      type: 'single_photo',
      message: `All ${most} photos`,
      media,
    })
    expect(await prepareFully(sandbox, network(), task)).toEqual({ kind: 'ready' })
    expect((await network().send(task)).kind).toBe('published')
    const post = (await sandbox.posts(name)).find(each => each.text === `All ${most} photos`)
    expect(post?.media.map(each => each.alt_text)).toEqual(media.map(each => each.altText))
  })

  it('publishes a text if the network takes texts', async () => {
    if (!networks[name].publishes.includes('text')) {
      expect(name).toBe('instagram')
      return
    }
    const { task } = await ready('text')
    const outcome = await network().send(task)
    const posts = await sandbox.posts(name)
    expect(outcome).toMatchObject({ kind: 'published' })
    expect(posts.filter(post => post.text === task.content.message)).toHaveLength(1)
  })

  it('returns a post’s permalink and adds a first comment', async () => {
    const { task } = await ready()
    const outcome = await network().send(task)
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    const permalink = await network().findPermalink(task.account, outcome.externalId)
    expect(permalink).toMatch(/^http:\/\/127\.0\.0\.1/)
    const comment = await network().addFirstComment(task.account, outcome.externalId, 'First (of all)')
    expect(comment.kind).toBe('added')
    const post = (await sandbox.posts(name)).find(each => each.id === outcome.externalId)
    expect(post?.comments.map(each => each.text)).toEqual(['First (of all)'])
  })

  it('finds a first comment whose answer was lost', async () => {
    const { task } = await ready()
    const outcome = await network().send(task)
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    await order('comment_lost')
    const words = [task.account, outcome.externalId, 'First (of all)'] as const
    expect((await network().addFirstComment(...words)).kind).toBe('unknown')
    expect(await network().findFirstComment?.(...words)).toMatchObject({ kind: 'present' })
  })

  it('does not find a post that was never sent', async () => {
    const { task, sentAt } = await ready('single_photo')
    expect(await network().lookUp(task, search(sentAt))).toEqual({ kind: 'absent' })
  })

  const lost: [NewFault['fault'], string][] = [
    ['lost_answer', 'the answer was lost'],
    ['error_after', 'an error came after the post was accepted'],
    ['malformed', 'the answer cannot be read'],
  ]
  for (const [fault, what] of lost)
    for (const type of ['text', 'single_photo'] as const)
      it(`reports the outcome as unknown when ${what}, then finds exactly that ${type}`, async context => {
        if (!networks[name].publishes.includes(type)) return context.skip(`${name} takes no ${type}`)
        const { task, sentAt, before } = await ready(type)
        await order(fault)
        expect(await network().send(task)).toMatchObject({ kind: 'unknown' })
        const added = (await sandbox.posts(name)).filter(each => !before.some(old => old.id === each.id))
        expect(added).toHaveLength(1)
        const found = await network().lookUp(task, search(sentAt))
        expect(found).toMatchObject({ kind: 'present', externalId: added[0]?.id })
        const others = await network().lookUp(task, search(sentAt, [added[0]?.id ?? '']))
        expect(others).not.toMatchObject({ externalId: added[0]?.id })
      })

  it('finds the post although our clock is ahead of the network’s', async () => {
    const { task, sentAt, before } = await ready()
    await order('lost_answer')
    await network().send(task)
    const added = (await sandbox.posts(name)).filter(each => !before.some(old => old.id === each.id))
    const ahead = (instant: Date) => new Date(instant.getTime() + 5 * 60_000)
    const skewed = { ...search(ahead(sentAt)), askedAt: ahead(new Date()) }
    const found = await network().lookUp(task, skewed)
    expect(found).toMatchObject({ kind: 'present', externalId: added[0]?.id })
  })

  it('does not mistake another picture without text for one that was never uploaded', async () => {
    const { task } = await ready('single_photo')
    const silent = { ...task, content: { ...task.content, message: '' } }
    expect((await network().send(silent)).kind).toBe('published')
    const other = testTask(task.account, silent.content)
    expect(await network().lookUp(other, search(new Date()))).toEqual({ kind: 'absent' })
  })

  it('cannot tell whether a post is live while the account cannot be read', async () => {
    const { task, sentAt } = await ready()
    await order('lost_answer')
    await network().send(task)
    await order('readback_down')
    expect(await network().lookUp(task, search(sentAt))).toMatchObject({ kind: 'cannot_tell' })
    expect(await network().lookUp(task, search(sentAt))).toMatchObject({ kind: 'present' })
  })

  it('reports an error from before accepting as unknown, since nobody can know', async () => {
    const { task, sentAt, before } = await ready()
    await order('error_before')
    expect(await network().send(task)).toMatchObject({ kind: 'unknown' })
    expect(await sandbox.posts(name)).toHaveLength(before.length)
    expect(await network().lookUp(task, search(sentAt))).toEqual({ kind: 'absent' })
  })

  it('gives up on a slow answer and reports the outcome as unknown', async () => {
    const { task } = await ready()
    // Waiting for the answer would outlast the test.
    await order('slow', { delay_ms: 600_000 })
    expect(await network({ sendTimeoutMs: 300 }).send(task)).toMatchObject({ kind: 'unknown' })
  })

  for (const fault of ['expired', 'revoked'] as const)
    it(`asks to reconnect an account whose access is ${fault}`, async () => {
      const { task } = await ready()
      await order(fault)
      const outcome = await network().send(task)
      expect(outcome.kind).toBe('reconnect_needed')
      expect(outcome.response).not.toContain(task.account.token.token)
    })

  it('waits as long as the limit says', async () => {
    const { task, before } = await ready()
    await order('rate_limited', { retry_after: 7 })
    expect(await network().send(task)).toMatchObject({ kind: 'not_sent', retryAfterMs: 7_000 })
    expect(await sandbox.posts(name)).toHaveLength(before.length)
  })

  it('waits for a limit that names no time', async () => {
    const { task } = await ready()
    await order('rate_limited')
    expect(await network().send(task)).toMatchObject({ kind: 'not_sent' })
  })

  it('reports not_sent if there was no connection', async () => {
    const { task } = await ready()
    const { url: nowhere, close } = await startFileServer()
    await close()
    const away = network({ graphUrl: nowhere, linkedinUrl: nowhere, xUrl: nowhere })
    expect(await away.send(task)).toMatchObject({ kind: 'not_sent' })
  })

  it('uploads a photo only once, however often it prepares', async () => {
    const { task } = await ready('single_photo')
    const kept = { ...task.prepared }
    expect(await prepareFully(sandbox, network(), task)).toEqual({ kind: 'ready' })
    expect(task.prepared).toEqual(kept)
    expect(Object.keys(kept).length).toBeGreaterThan(0)
  })

  it('asks to reconnect if the token is refused before anything is sent', async () => {
    const account = { ...sandbox.accounts[name], token: { token: 'nobody', secret: 'nothing' } }
    const task = testTask(account, await contentOf('single_photo'))
    expect(await prepareFully(sandbox, network(), task)).toMatchObject({ kind: 'reconnect_needed' })
  })

  it('reports a second identical post as possibly its own or as a duplicate', async context => {
    if (!networks[name].publishes.includes('text')) return context.skip(`${name} takes no text`)
    const { task, sentAt } = await ready('text')
    const first = await network().send(task)
    if (first.kind !== 'published') throw new Error(JSON.stringify(first))
    expect(await network().send(task)).toMatchObject({ kind: 'rejected', mayBeOurs: true })
    const known = search(sentAt, [first.externalId])
    expect(await network().lookUp(task, known)).toEqual({ kind: 'absent' })
  })
})

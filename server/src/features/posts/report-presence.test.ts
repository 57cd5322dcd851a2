import { createParser } from 'eventsource-parser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportPresence } from '#domain/posts/contract.ts'
import { type PresenceMessage, presenceMessage } from '#domain/posts/model.ts'
import { registerLive } from '#server/features/projects/live.ts'
import { type EventHub, openEventHub } from '#server/platform/events/hub.ts'
import { blockUser, notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { postRoutes } from './routes.ts'

let app: TestApp
let cast: Cast
let hub: EventHub
let address: string
let postId: number
const streams: AbortController[] = []

beforeEach(async () => {
  app = await startTestApp({ routes: postRoutes })
  cast = await buildCast(app.db)
  hub = await openEventHub(app.url, app.services.log)
  registerLive(app.app, app.services, hub)
  address = await app.app.listen({ port: 0, host: '127.0.0.1' })
  postId = (await buildPost(app.db, cast.project, { status: 'pending_external_approval' })).postId
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.abort()
  await hub.close()
  app.app.server.closeAllConnections()
  await app.close()
})

/** Opens the live stream of this person. @returns what it says about who is here, as it arrives */
const listen = async (person: TestPerson) => {
  const abort = new AbortController()
  streams.push(abort)
  const response = await fetch(`${address}/api/projects/${cast.project.projectId}/events`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${await app.tokenOf(person)}` },
  })
  const heard: PresenceMessage[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => event === 'presence' && heard.push(presenceMessage.parse(JSON.parse(data))),
  })
  const decoder = new TextDecoder()
  const reading = async () => {
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array))
  }
  reading().catch(() => 'the test has ended the stream')
  return heard
}
const message = { field: 'message', social_network: 'facebook' } as const
let count = 0
const report = (
  person: TestPerson,
  rest: { writing?: typeof message; is_leaving?: boolean; count?: number } = {},
  id = postId,
) => {
  count += 1
  const body = { post_id: id, tab: `tab-of-${person.userId}`, count, writing: null, ...rest }
  return app.ask(person, reportPresence, { params: { projectId: cast.project.projectId }, body })
}
const lastOf = (heard: readonly PresenceMessage[]) => heard.at(-1)?.viewers

describe('Who else has a post open', () => {
  it('is shown to those who have it open too, with what they are writing, until they leave', async () => {
    const [creator, internal, admin] = [
      await listen(cast.creator),
      await listen(cast.internal),
      await listen(cast.admin),
    ]
    expect((await report(cast.creator)).status).toBe(200)
    await report(cast.internal, { writing: message })
    const own = { user_id: cast.internal.userId, is_client: false }
    await expect.poll(() => lastOf(creator)).toEqual([{ ...own, writing: message }])
    await expect.poll(() => lastOf(internal)?.map(({ user_id }) => user_id)).toEqual([cast.creator.userId])
    await report(cast.internal)
    await expect.poll(() => lastOf(creator)).toEqual([{ ...own, writing: null }])
    await report(cast.internal, { is_leaving: true })
    await expect.poll(() => lastOf(creator)).toEqual([])
    // Nothing reaches a page that shows something else.
    expect(admin).toEqual([])
  })

  it('reaches a stream that is opened later', async () => {
    await report(cast.internal)
    await report(cast.creator)
    await expect.poll(() => hub.presence.presentAt(postId)).toHaveLength(2)
    const creator = await listen(cast.creator)
    await expect.poll(() => lastOf(creator)?.map(({ user_id }) => user_id)).toEqual([cast.internal.userId])
  })

  it('shows a client to the agency, and nobody of the agency to a client', async () => {
    const [creator, client] = [await listen(cast.creator), await listen(cast.external)]
    await report(cast.creator, { writing: message })
    await report(cast.external)
    const expected = [{ user_id: cast.external.userId, is_client: true, writing: null }]
    await expect.poll(() => lastOf(creator)).toEqual(expected)
    await report(cast.internal, { writing: message })
    await expect.poll(() => lastOf(creator)).toHaveLength(2)
    expect(client).toEqual([{ post_id: postId, viewers: [] }])
  })

  it('does not count somebody who was blocked or removed', async () => {
    const creator = await listen(cast.creator)
    await report(cast.creator)
    await report(cast.internal)
    await report(cast.external)
    await expect.poll(() => lastOf(creator)).toHaveLength(2)
    await app.db.transaction().execute(async tx => {
      await blockUser(tx, cast.internal.userId, app.clock.now())
      await tx.deleteFrom('project_members').where('user_id', '=', cast.external.userId).execute()
      await notifyAccessChanged(tx, [cast.internal.userId, cast.external.userId])
    })
    await expect.poll(() => lastOf(creator)).toEqual([])
    expect((await report(cast.internal)).status).toBe(401)
    expect((await report(cast.external)).status).toBe(404)
  })

  it('is not changed by a call that arrives after the goodbye it was sent before', async () => {
    const creator = await listen(cast.creator)
    await report(cast.creator)
    await report(cast.internal)
    await expect.poll(() => lastOf(creator)).toHaveLength(1)
    await report(cast.internal, { is_leaving: true, count: 1000 })
    await report(cast.internal, { writing: message, count: 999 })
    await report(cast.admin)
    await expect.poll(() => lastOf(creator)?.map(({ user_id }) => user_id)).toEqual([cast.admin.userId])
  })

  it('is hidden from somebody who becomes a client while the stream is open', async () => {
    const heard = await listen(cast.internal)
    await report(cast.internal)
    await report(cast.creator)
    await expect.poll(() => lastOf(heard)).toHaveLength(1)
    await app.db.transaction().execute(async tx => {
      const { userId } = cast.internal
      await tx
        .updateTable('project_members')
        .set({ role: 'external-approver' })
        .where('user_id', '=', userId)
        .execute()
      await notifyAccessChanged(tx, [userId])
    })
    // What the old stream says in this instant must be nothing, whatever the others do.
    await report(cast.creator, { writing: message })
    await report(cast.internal)
    await expect.poll(() => hub.presence.presentAt(postId)).toHaveLength(2)
    expect(heard.filter(({ viewers }) => viewers.some(({ writing }) => writing !== null))).toEqual([])
    const again = await listen(cast.internal)
    await expect.poll(() => again).toEqual([{ post_id: postId, viewers: [] }])
  })

  it('refuses what names no field, no tab or an impossible count', async () => {
    const send = (body: object) =>
      app.send(cast.creator, 'POST', `/projects/${cast.project.projectId}/presence`, body)
    const good = { post_id: postId, tab: 'tab-of-a-test', count: 1, writing: null }
    for (const wrong of [
      { writing: { field: 'password', social_network: 'facebook' } },
      { tab: 'a b' },
      { tab: '' },
      { count: -1 },
      { count: 0.5 },
    ])
      expect((await send({ ...good, ...wrong })).status).toBe(422)
    expect(hub.presence.presentAt(postId)).toEqual([])
  })

  it('is not for other agencies, nor for clients of a post that has not reached them', async () => {
    const { postId: draft } = await buildPost(app.db, cast.project, { status: 'draft' })
    expect((await report(cast.external, {}, draft)).status).toBe(404)
    expect((await report(cast.stranger)).status).toBe(404)
    expect((await report(cast.creator, {}, 999_999)).status).toBe(404)
    const { postId: foreign } = await buildPost(app.db, cast.elsewhere, { status: 'draft' })
    expect((await report(cast.creator, {}, foreign)).status).toBe(404)
    // Leaving a post that was just deleted is no error.
    await app.db.updateTable('posts').set({ deleted_at: app.clock.now() }).where('id', '=', draft).execute()
    expect((await report(cast.creator, {}, draft)).status).toBe(404)
    expect((await report(cast.creator, { is_leaving: true }, draft)).status).toBe(200)
    expect(hub.presence.presentAt(draft)).toEqual([])
    expect(hub.presence.presentAt(postId)).toEqual([])
  })
})

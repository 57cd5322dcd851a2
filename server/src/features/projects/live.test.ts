import { connect } from 'node:net'
import { createParser } from 'eventsource-parser'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_MESSAGE, type LiveEvent, liveEvent } from '#domain/kernel/live-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { EVENTS_CHANNEL, emit } from '#server/platform/events/emit.ts'
import { type EventHub, openEventHub } from '#server/platform/events/hub.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { liveStreams } from '#server/platform/metrics/metrics.ts'
import { blockUser, endSessionsOf, notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { registerLive, STREAMS_MAX } from './live.ts'
import { returnAfter } from './live-stream.ts'

describe('Live updates', () => {
  let test: TestApp
  let cast: Cast
  let hub: EventHub
  let address: string
  const streams: AbortController[] = []

  beforeEach(async () => {
    test = await startTestApp({ routes: [] })
    cast = await buildCast(test.db)
    hub = await openEventHub(test.url, test.services.log)
    registerLive(test.app, test.services, hub)
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const stream of streams.splice(0)) stream.abort()
    await hub.close()
    test.app.server.closeAllConnections()
    await test.close()
  })

  const listen = async (person: Cast['admin'], projectId: number, lastEventId?: number) => {
    const abort = new AbortController()
    streams.push(abort)
    const response = await fetch(`${address}/api/projects/${projectId}/events`, {
      signal: abort.signal,
      headers: {
        authorization: `Bearer ${await test.tokenOf(person)}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
      },
    })
    const events: LiveEvent[] = []
    const access: string[] = []
    const presence: string[] = []
    const returns: number[] = []
    const parser = createParser({
      onRetry: ms => returns.push(ms),
      onEvent: ({ event: name, data }) => {
        if (name === ACCESS_MESSAGE) access.push(data)
        else if (name === 'presence') presence.push(data)
        else events.push(liveEvent.parse(JSON.parse(data)))
      },
    })
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array))
    })().catch(() => 'the test has ended the stream')
    return { status: response.status, events, access, presence, returns, reading }
  }
  const happen = (projectId: number, outcome: 'commit' | 'roll back' = 'commit') =>
    test.db
      .transaction()
      .execute(async tx => {
        await emit(tx, { type: 'post.created', projectId, actorId: cast.creator.userId })
        if (outcome === 'roll back') throw new Error('rolled back')
      })
      .catch((error: Error) => error.message)

  it('report committed changes only', async () => {
    const { status, events } = await listen(cast.internal, cast.project.projectId)
    expect(status).toBe(200)
    await happen(cast.project.projectId, 'roll back')
    await happen(cast.elsewhere.projectId)
    await happen(cast.project.projectId)
    await expect.poll(() => events.length).toBe(1)
    expect(events[0]).toMatchObject({
      type: 'post.created',
      project_id: cast.project.projectId,
      actor_id: cast.creator.userId,
    })
  })

  it('report them at once, without waiting for any timer', async () => {
    const { events } = await listen(cast.internal, cast.project.projectId)
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    await happen(cast.project.projectId)
    await expect.poll(() => events.length).toBe(1)
  })

  it('are not streamed to more tabs of a person than anybody has, until some are closed', async () => {
    const { projectId } = cast.project
    for (let tab = 0; tab < STREAMS_MAX; tab += 1)
      expect((await listen(cast.internal, projectId)).status).toBe(200)
    expect((await listen(cast.internal, projectId)).status).toBe(429)
    expect((await listen(cast.creator, projectId)).status).toBe(200)
    const [{ value } = { value: 0 }] = (await liveStreams.get()).values
    expect(value).toBe(STREAMS_MAX + 1)
    streams[0]?.abort()
    await expect.poll(async () => (await listen(cast.internal, projectId)).status).toBe(200)
  })

  it('tell each client when to come back after a restart, anew with each heartbeat, the later the more streams there are', async () => {
    const { projectId } = cast.project
    vi.spyOn(Math, 'random').mockReturnValue(1)
    // Only this interval, since others of the process would wait for it.
    const beats: (() => void)[] = []
    const setReal = globalThis.setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((beat: () => void, ms?: number) => {
      if (ms !== 15_000) return setReal(beat, ms)
      beats.push(beat)
      return setReal(() => undefined, ms)
    }) as typeof setInterval)
    const first = await listen(cast.internal, projectId)
    await expect.poll(() => first.returns).toEqual([returnAfter(1, 1)])
    const second = await listen(cast.creator, projectId)
    await expect.poll(() => second.returns).toEqual([returnAfter(2, 1)])
    beats[0]?.()
    await expect.poll(() => first.returns).toEqual([returnAfter(1, 1), returnAfter(2, 1)])
  })

  it('tell a client that something is new, but not what was done internally or by whom', async () => {
    const { events } = await listen(cast.external, cast.project.projectId)
    const inside = { type: 'approval.round_approved', projectId: cast.project.projectId } as const
    for (const { userId } of [cast.internal, cast.external])
      await test.db.transaction().execute(tx => emit(tx, { ...inside, actorId: userId }))
    await expect.poll(() => events.length).toBe(2)
    expect(events.map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ['post.saved', null],
      ['post.saved', cast.external.userId],
    ])
    const again = await listen(cast.external, cast.project.projectId, events[0]?.id)
    await expect.poll(() => again.events).toEqual([events[1]])
  })

  it('lose nothing that happens while missed events are being read', async () => {
    await happen(cast.project.projectId)
    const { id } = await test.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
    const stopped = { stop: false }
    const busy = (async () => {
      // Fewer than are answered with "read everything again", however long it takes until the client listens.
      for (let made = 0; made < 150 && !stopped.stop; made++) await happen(cast.project.projectId)
    })()
    const { events } = await listen(cast.creator, cast.project.projectId, id)
    await expect.poll(() => events.length).toBeGreaterThan(5)
    stopped.stop = true
    await busy
    const all = await test.db.selectFrom('events').select('id').where('id', '>', id).orderBy('id').execute()
    await expect.poll(() => events.map(event => event.id)).toEqual(all.map(event => event.id))
  })

  it('replay what was missed since the last event', async () => {
    await happen(cast.project.projectId)
    const first = await test.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
    await happen(cast.project.projectId)
    await happen(cast.project.projectId)
    const { events } = await listen(cast.creator, cast.project.projectId, first.id)
    await expect.poll(() => events.length).toBe(2)
    expect(events.every(event => event.id > first.id)).toBe(true)
  })

  it('do not repeat the event that the client received last, when its notification arrives late', async () => {
    const { events } = await listen(cast.creator, cast.project.projectId, 41)
    const news = { type: 'post.saved', project_id: cast.project.projectId, post_id: null, actor_id: null }
    for (const id of [41, 42]) {
      const payload = JSON.stringify({ ...news, id })
      await sql`select pg_notify(${EVENTS_CHANNEL}, ${payload})`.execute(test.db)
    }
    await expect.poll(() => events.map(({ id }) => id)).toEqual([42])
  })

  it('end at once for people who are blocked, signed out or removed, and for nobody else', async () => {
    const { db } = test
    // Without the heartbeat, which would notice it anyway.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const others = await listen(cast.external, cast.project.projectId)
    const endings: [Cast['admin'], (tx: Tx, userId: number) => Promise<unknown>][] = [
      [cast.creator, (tx, userId) => blockUser(tx, userId, test.clock.now())],
      [cast.admin, (tx, userId) => endSessionsOf(tx, userId, { now: test.clock.now() })],
      [
        cast.internal,
        async (tx, userId) => {
          await tx.deleteFrom('project_members').where('user_id', '=', userId).execute()
          await notifyAccessChanged(tx, [userId])
        },
      ],
    ]
    for (const [person, end] of endings) {
      const { reading, access } = await listen(person, cast.project.projectId)
      await db.transaction().execute(tx => end(tx, person.userId))
      expect(await reading).toBe(undefined)
      expect(access).toEqual(['{}'])
    }
    await happen(cast.project.projectId)
    await expect.poll(() => others.events).toHaveLength(1)
    expect(others.access).toEqual([])
  })

  it('tell people who keep their access that it has changed, and nothing else', async () => {
    const { events, access, presence } = await listen(cast.creator, cast.project.projectId)
    const others = await listen(cast.internal, cast.project.projectId)
    await test.db.transaction().execute(tx => notifyAccessChanged(tx, [cast.creator.userId]))
    await expect.poll(() => access).toEqual(['{}'])
    await happen(cast.project.projectId)
    await expect.poll(() => [events.length, others.events.length]).toEqual([1, 1])
    expect(others.access).toEqual([])
    // Their page is asked to say again which post it has open: with the change it was forgotten.
    expect([presence, others.presence]).toEqual([['null'], []])
  })

  it('tell a client that the project was deleted, because they are about to be redirected', async () => {
    const { events } = await listen(cast.external, cast.project.projectId)
    const { projectId } = cast.project
    const deleted = { type: 'project.deleted', projectId, actorId: cast.admin.userId } as const
    await test.db.transaction().execute(tx => emit(tx, deleted))
    await expect.poll(() => events).toMatchObject([{ type: 'project.deleted', actor_id: null }])
  })

  it('release everything of a client that disconnected before the stream started', async () => {
    const { projectId } = cast.project
    const token = await test.tokenOf(cast.creator)
    let open = 0
    const counted: EventHub = {
      ...hub,
      onAccessChange: listener => {
        const stop = hub.onAccessChange(listener)
        open += 1
        return () => {
          open -= 1
          stop()
        }
      },
    }
    const app = await buildApp(test.services, [], { checkOutput: true })
    registerLive(app, test.services, counted)
    let answered = 0
    let left = 0
    app.addHook('onRequest', async request => {
      answered += 1
      request.raw.once('close', () => {
        left += 1
      })
    })
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const head = `GET /api/projects/${projectId}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
    await test.db.transaction().execute(async tx => {
      await sql`lock table sessions in access exclusive mode`.execute(tx)
      const sockets = [1, 2, 3].map(() => connect(Number(port), '127.0.0.1', () => undefined))
      for (const socket of sockets) socket.write(head)
      await expect.poll(() => answered).toBe(3)
      for (const socket of sockets) socket.destroy()
      await expect.poll(() => left).toBe(3)
    })
    // Long enough for anything that might still start.
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(open).toBe(0)
    await app.close()
  })

  it('answer 404 to another agency, and 401 without a session', async () => {
    expect((await listen(cast.stranger, cast.project.projectId)).status).toBe(404)
    const anonymous = await test.app.inject(`/api/projects/${cast.project.projectId}/events`)
    expect(anonymous.statusCode).toBe(401)
  })
})

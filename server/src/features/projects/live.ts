import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { ACCESS_MESSAGE, type LiveEvent, NOTIFIED_MESSAGE } from '#domain/kernel/live-events.ts'
import type { EventHub } from '#server/platform/events/hub.ts'
import { sendFailure } from '#server/platform/http/answers/answer.ts'
import { bearerOf } from '#server/platform/http/bearer.ts'
import type { Services } from '#server/platform/http/route.ts'
import { liveStreams } from '#server/platform/metrics/metrics.ts'
import { findProjectScope } from '#server/platform/session/scope.ts'
import { findPerson } from '#server/platform/session/tokens.ts'
import { writePresence } from './live-presence.ts'
import { type LiveStream, liveStream, oneAtATime, returnAfter } from './live-stream.ts'

/** Proxies close a silent connection: a line now and then keeps it open. A revoked session is noticed then, too. */
const HEARTBEAT_MS = 15_000
/** With more missed events than this, answering "read everything again" is cheaper. */
const REPLAY_MAX = 200
const GAP = 'event: gap\ndata: {}\n\n'
const NOTIFIED = `event: ${NOTIFIED_MESSAGE}\ndata: {}\n\n`
const TOO_MANY_TABS = 'You have Galley open in too many tabs. Close some of them.'
const ACCESS = `event: ${ACCESS_MESSAGE}\ndata: {}\n\n`

/**
 * What a client receives: only that something about the post is new, since they must not see internal rounds, the people in them and
 * what those did (docs/product/live-updates.md "Who hears what"). Reading the post again shows them exactly what they may see.
 */
const forClient = (event: LiveEvent, userId: number): LiveEvent => ({
  ...event,
  // Clients may know that the project is gone: they are about to be redirected.
  type: event.type === 'project.deleted' ? event.type : 'post.saved',
  actor_id: event.actor_id === userId ? userId : null,
})

/** Tells the client when to come back. With each heartbeat, since there are more streams than when it came, or fewer. */
const returnFrame = (streams: number): string => `retry: ${returnAfter(streams)}\n\n`

const frame = (event: LiveEvent): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`

const readMissed = async (services: Services, projectId: number, afterId: number): Promise<LiveEvent[]> =>
  services.db
    .selectFrom('events')
    .select(['id', 'type', 'project_id', 'post_id', 'actor_id'])
    .where('project_id', '=', projectId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(REPLAY_MAX + 1)
    .execute()

/** The event as this client may see it. */
type ToVisible = (event: LiveEvent) => LiveEvent

/** Writes what was missed since `lastId`. @returns the ids the client has now: notifications of the same events may still arrive */
const replay = async (
  services: Services,
  stream: LiveStream,
  { projectId, lastId, toVisible }: { projectId: number; lastId: number; toVisible: ToVisible },
): Promise<Set<number>> => {
  const missed = await readMissed(services, projectId, lastId)
  if (missed.length > REPLAY_MAX) stream.write(GAP)
  else for (const event of missed) stream.write(frame(toVisible(event)))
  return new Set([lastId, ...missed.map(event => event.id)])
}

type Opened = { readonly services: Services; readonly hub: EventHub; readonly projectId: number }

/**
 * Writes to the stream: first what was missed since `lastId`, then what happens. It subscribes before it reads what was missed, so
 * that nothing is lost in between; events that arrive during the read wait, and those that were read are not written twice.
 * @returns the function that stops it
 */
const writeEvents = async (
  { services, hub, projectId }: Opened,
  stream: LiveStream,
  { lastId, toVisible }: { lastId: number; toVisible: ToVisible },
): Promise<() => void> => {
  let waiting: LiveEvent[] | null = []
  // Not compared by order: a smaller id may be committed after a larger one.
  let known: ReadonlySet<number> = new Set()
  const write = (event: LiveEvent) => known.has(event.id) || stream.write(frame(toVisible(event)))
  const stop = hub.subscribe(projectId, event => (waiting ? waiting.push(event) : write(event)))
  try {
    if (lastId > 0) known = await replay(services, stream, { projectId, lastId, toVisible })
    for (const event of waiting) write(event)
    waiting = null
  } catch (error) {
    services.log.warn({ err: error }, 'missed events could not be read')
    // The client reconnects and asks for them again.
    stream.end()
  }
  return stop
}

/** The tabs of somebody who never closes any. A stream costs a socket and a query every fifteen seconds. */
export const STREAMS_MAX = 40

const writeHead = ({ raw }: FastifyReply, streams: number): void => {
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(returnFrame(streams))
}

/** The open streams of each person in this process. */
const countStreams = () => {
  const counts = new Map<number, number>()
  let all = 0
  const add = (userId: number, by: 1 | -1) => {
    const open = (counts.get(userId) ?? 0) + by
    if (open > 0) counts.set(userId, open)
    else counts.delete(userId)
    all += by
    liveStreams.inc(by)
  }
  return {
    count: () => all,
    /** @returns the function that closes it; null: they have as many as they may */
    open: (userId: number): (() => void) | null => {
      if ((counts.get(userId) ?? 0) >= STREAMS_MAX) return null
      add(userId, 1)
      return () => add(userId, -1)
    },
  }
}

/** Whether this token may listen to the project, and as whom; checked again while the stream is open. */
const findListener = async (services: Services, token: string, projectId: number) => {
  const person = await findPerson(services.db, token, services.clock.now())
  if (person === 'blocked') return fail('account_blocked')
  if (!person) return fail('unauthenticated')
  const scope = Number.isSafeInteger(projectId)
    ? await findProjectScope(services.db, projectId, person)
    : null
  return scope ? { userId: person.userId, isClient: !maySeeRound(scope, 'internal') } : fail('not_found')
}

const lastIdOf = ({ headers }: FastifyRequest): number => {
  const requested = Number(headers['last-event-id'])
  return Number.isSafeInteger(requested) ? requested : 0
}

/**
 * `GET /api/projects/{id}/events`: what others do, as server-sent events (`data`: a `LiveEvent`; `event: gap`: read everything again;
 * `event: access`: read `me` again; `event: notified`: read the person's notifications again). `Last-Event-ID` replays what was missed. The stream ends when the session or the membership ends.
 */
export const registerLive = (app: FastifyInstance, services: Services, hub: EventHub): void => {
  const streams = countStreams()
  app.get<{ Params: { projectId: string } }>('/api/projects/:projectId/events', async (request, reply) => {
    const token = bearerOf(request) ?? ''
    const projectId = Number(request.params.projectId)
    const listener = await findListener(services, token, projectId)
    if (isFailure(listener)) return sendFailure(reply, listener)

    // The client disconnected during the check: the `close` event has been emitted already and will not be emitted again.
    if (request.raw.socket.destroyed) return reply.hijack()
    const closeStream = streams.open(listener.userId)
    if (!closeStream)
      return sendFailure(reply, fail('too_many_requests', { wait: 60, message: TOO_MANY_TABS }))
    reply.hijack()
    writeHead(reply, streams.count())
    const { userId, isClient } = listener
    const lastId = lastIdOf(request)
    const stream = liveStream(reply.raw)
    const stopped = writeEvents({ services, hub, projectId }, stream, {
      lastId,
      toVisible: event => (isClient ? forClient(event, userId) : event),
    })
    const whoIsHere = writePresence(hub.presence, stream, { projectId, userId, isClient, lastId })
    const check = oneAtATime<string>(async news => {
      if (stream.isOver()) return
      const counted = whoIsHere.countPauses()
      try {
        const now = await findListener(services, token, projectId)
        // Another role sees other things: the client reconnects with its new role.
        if (isFailure(now) || now.isClient !== isClient) stream.end(ACCESS)
        else stream.write(news.join(''))
        whoIsHere.resume(counted)
      } catch (error) {
        services.log.debug({ err: error }, 'a live stream could not be checked')
        // These messages say nothing about the project, and a gap must not go unreported.
        stream.write(news.join(''))
      }
    })
    const heartbeat = setInterval(() => check(returnFrame(streams.count())), HEARTBEAT_MS)
    const stops = [
      closeStream,
      whoIsHere.stop,
      hub.onAccessChange(changed => changed === userId && check(whoIsHere.pause(ACCESS))),
      hub.onNotified(notified => notified === userId && stream.write(NOTIFIED)),
      // The missed notifications may include one that removed them from the project.
      hub.onGap(() => check(GAP)),
    ]
    request.raw.on('close', async () => {
      clearInterval(heartbeat)
      for (const stop of [...stops, await stopped]) stop()
    })
  })
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '#domain/kernel/failure.ts'
import type { LiveEvent } from '#domain/live/model.ts'
import type { EventHub } from '#server/platform/events/hub.ts'
import { findProjectScope } from '#server/platform/session/scope.ts'
import { findPerson } from '#server/platform/session/tokens.ts'
import { sendFailure } from './answer.ts'
import type { Services } from './route.ts'

/** Proxies close a silent connection; a comment line keeps it open, and is when a revoked session is noticed. */
const HEARTBEAT_MS = 15_000
/** More missed events than this are cheaper to answer with "read everything again". */
const MAX_REPLAY = 200

const frame = (event: LiveEvent): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`

const readMissed = async (services: Services, projectId: number, afterId: number): Promise<LiveEvent[]> =>
  services.db
    .selectFrom('events')
    .select(['id', 'type', 'project_id', 'post_id', 'actor_id'])
    .where('project_id', '=', projectId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(MAX_REPLAY + 1)
    .execute()

const replay = async (services: Services, reply: FastifyReply, projectId: number, lastId: number) => {
  const missed = await readMissed(services, projectId, lastId)
  if (missed.length > MAX_REPLAY) reply.raw.write('event: gap\ndata: {}\n\n')
  else for (const event of missed) reply.raw.write(frame(event))
}

/**
 * `GET /api/projects/{id}/events`: what others do, as server-sent events (`data`: a `LiveEvent`; `event: gap` means read everything again).
 * `Last-Event-ID` replays what was missed. The stream ends when the session or the membership does.
 */
export const registerLive = (app: FastifyInstance, services: Services, hub: EventHub): void => {
  app.get<{ Params: { projectId: string } }>('/api/projects/:projectId/events', async (request, reply) => {
    const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const projectId = Number(request.params.projectId)
    const mayListen = async () => {
      const person = await findPerson(services.db, token, services.clock.now())
      if (!person) return 'unauthenticated' as const
      const scope = Number.isSafeInteger(projectId)
        ? await findProjectScope(services.db, projectId, person)
        : null
      return scope ? null : ('not_found' as const)
    }
    const refusal = await mayListen()
    if (refusal) return sendFailure(reply, fail(refusal))

    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    reply.raw.write('retry: 1000\n\n')
    const lastId = Number(request.headers['last-event-id'])
    if (Number.isSafeInteger(lastId) && lastId > 0) await replay(services, reply, projectId, lastId)
    const stops = [
      hub.subscribe(projectId, event => reply.raw.write(frame(event))),
      hub.onGap(() => reply.raw.write('event: gap\ndata: {}\n\n')),
    ]
    const beat = setInterval(() => {
      mayListen().then(
        refused => (refused ? reply.raw.end() : reply.raw.write(': still here\n\n')),
        error => services.log.debug({ err: error }, 'a live stream could not be checked'),
      )
    }, HEARTBEAT_MS)
    request.raw.on('close', () => {
      clearInterval(beat)
      for (const stop of stops) stop()
    })
  })
}

import { createECDH, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { send } from '../platform/publish.ts'
import type { PushSubscriber } from '../platform/push-model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { decrypt } from './encryption.ts'
import { pushPage } from './pages.ts'
import { vapidProblem } from './vapid.ts'

/** RFC 8030: push services need not take more. */
const BYTES_MAX = 4096

const newSubscriber = z.strictObject({ public_key: z.string() })
const subscriberState = z.strictObject({
  state: z.enum(['active', 'gone']).optional(),
  /** What its next messages are answered with, one after the other. */
  answers: z.array(z.int().min(400).max(599)).optional(),
})

/** A push service with its browsers: `/push/{id}` takes messages; a page for people at `/push`. */
export function registerPush(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, JSON.parse(String(body) || '{}')),
  )
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(pushPage(sandbox)))
  app.post('/:id', (request, reply) => {
    const subscriber = store.get('push_subscriber', (request.params as { id: string }).id)
    return send(reply, subscriber ? receive(sandbox, subscriber, request) : { status: 404 })
  })
  registerControl(app, sandbox)
}

/** For tests: what a browser does. */
function registerControl(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox
  app.post('/subscribers', (request, reply) => {
    const { public_key } = newSubscriber.parse(request.body)
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const subscriber: PushSubscriber = {
      id: randomBytes(12).toString('hex'),
      network: 'push',
      account: 'browser',
      created_at: sandbox.now(),
      application_key: public_key,
      private_key: ecdh.getPrivateKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
      state: 'active',
      answers: [],
    }
    store.put('push_subscriber', subscriber)
    const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: subscriber.auth }
    return reply.code(201).send({ endpoint: `${sandbox.url()}/push/${subscriber.id}`, keys })
  })
  app.post('/subscribers/:id', (request, reply) => {
    const subscriber = store.get('push_subscriber', (request.params as { id: string }).id)
    if (!subscriber) return reply.callNotFound()
    const { state = subscriber.state, answers = subscriber.answers } = subscriberState.parse(request.body)
    store.put('push_subscriber', { ...subscriber, state, answers })
    return reply.code(204).send()
  })
  app.get('/messages', request => {
    const { subscriber } = request.query as { subscriber?: string }
    return store.list('push_message', subscriber === undefined ? {} : { account: subscriber }).reverse()
  })
}

const refuse = (status: number, message: string): HttpReply => ({ status, body: { message } })

function receive(sandbox: Sandbox, subscriber: PushSubscriber, { headers, body }: FastifyRequest): HttpReply {
  const { application_key: publicKey, private_key: privateKey, auth } = subscriber
  const [planned, ...answers] = subscriber.answers
  if (planned !== undefined) {
    sandbox.store.put('push_subscriber', { ...subscriber, answers })
    return refuse(planned, 'as planned')
  }
  if (subscriber.state === 'gone') return refuse(410, 'the subscription has ended')
  const ttl = String(headers.ttl ?? '')
  if (!/^\d+$/.test(ttl)) return refuse(400, 'TTL is missing')
  if (headers['content-encoding'] !== 'aes128gcm') return refuse(400, 'another encoding')
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency ?? 'normal'))) return refuse(400, 'urgency')
  if (!/^[\w-]{1,32}$/.test(String(headers.topic ?? 'none'))) return refuse(400, 'topic')
  // The machine's clock: the sandbox's may be moved, and no push service's is.
  const origin = sandbox.url()
  const problem = vapidProblem(String(headers.authorization ?? ''), { origin, publicKey, now: Date.now() })
  if (problem) return refuse(problem.startsWith('the key') ? 403 : 401, problem)
  if (!Buffer.isBuffer(body) || body.length === 0) return refuse(400, 'no message')
  if (body.length > BYTES_MAX) return refuse(413, 'too large')
  sandbox.store.put('push_message', {
    id: sandbox.ids.file(),
    network: 'push',
    account: subscriber.id,
    created_at: sandbox.now(),
    text: decrypt(body, { privateKey, auth }),
    ttl: Number(ttl),
    urgency: String(headers.urgency ?? 'normal'),
    topic: headers.topic === undefined ? null : String(headers.topic),
  })
  return { status: 201 }
}

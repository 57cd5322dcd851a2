import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { parseJson } from '#domain/kernel/json.ts'
import { registerAdmin } from './admin.ts'
import { registerCards } from './cards/routes.ts'
import { registerChat } from './chat/routes.ts'
import { registerDesignTool } from './design/routes.ts'
import { registerGraph } from './graph/routes.ts'
import { registerIdentity } from './identity/routes.ts'
import { registerLinkedin } from './linkedin/routes.ts'
import { registerMail } from './mail/routes.ts'
import { PortTaken, startMailServer } from './mail/smtp.ts'
import { registerPages } from './pages/routes.ts'
import { registerSharedPages } from './pages/shared-pages.ts'
import { createDailyCounts } from './platform/daily-limits.ts'
import { seedDemoAccounts } from './platform/demo-accounts.ts'
import { createFaults } from './platform/faults.ts'
import { createIds } from './platform/ids.ts'
import type { Sandbox } from './platform/sandbox.ts'
import { openStore } from './platform/store.ts'
import { registerPush } from './push/routes.ts'
import { registerTwitter } from './twitter/routes.ts'

export type SandboxOptions = {
  /** 0 means any free port. */
  port: number
  host?: string
  /** The sandbox keeps its state in the sub-folder `sandbox`. */
  dataDir: string
  /** Injected by tests that move the clock. */
  now?: () => number
  /** False for load tests only: a crash of the machine may lose confirmed posts. */
  durable?: boolean
  /** False for load tests only: the networks' rate limits are not enforced. */
  limits?: boolean
  /** The mail server's port; 0 means any free port; with `orAny`, any free port is used if this one is taken. Default: any. */
  smtp?: { port: number; orAny?: boolean }
}

/** Room for the largest video that the product accepts, with the multipart overhead. */
const largestUpload = 256 * 1024 * 1024

/** Starts the sandbox and resolves once it accepts calls. */
export async function startSandbox(
  options: SandboxOptions,
): Promise<{ url: string; smtpUrl: string; close: () => Promise<void> }> {
  const { port, host = '127.0.0.1', dataDir, now = Date.now, durable, limits = true } = options
  const store = await openStore(join(dataDir, 'sandbox'), { durable })
  seedDemoAccounts(store)
  const stopping = new AbortController()
  let url = ''
  const sandbox: Sandbox = {
    store,
    ids: createIds(now),
    faults: createFaults(store, now),
    daily: createDailyCounts(now),
    now,
    limits,
    url: () => url,
    stopping: stopping.signal,
  }
  const app = buildApp(sandbox)
  let mail: Awaited<ReturnType<typeof startMailServer>> | undefined
  try {
    mail = await startMail(sandbox, host, options.smtp ?? { port: 0 })
    url = (await app.listen({ port, host })).replace('[::1]', 'localhost').replace('0.0.0.0', '127.0.0.1')
  } catch (error) {
    await mail?.close()
    store.close()
    throw error
  }
  const { url: smtpUrl, close: closeMail } = mail
  const close = async () => {
    stopping.abort()
    await closeMail()
    await app.close()
    store.close()
  }
  return { url, smtpUrl, close }
}

async function startMail(
  sandbox: Sandbox,
  host: string,
  { port, orAny = false }: { port: number; orAny?: boolean },
): ReturnType<typeof startMailServer> {
  try {
    return await startMailServer(sandbox, { port, host })
  } catch (error) {
    if (!(error instanceof PortTaken) || !orAny) throw error
    return startMailServer(sandbox, { port: 0, host })
  }
}

function buildApp(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({
    bodyLimit: largestUpload,
    forceCloseConnections: true,
    logger: { level: 'warn' },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  // Resets of limits are instants of the sandbox's clock, which may be ahead of the machine's that Node would tell.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('date', new Date(sandbox.now()).toUTCString())
  })
  app.register(multipart, { limits: { fileSize: largestUpload } })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => readJson(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.register(async scope => registerGraph(scope, sandbox), { prefix: '/graph' })
  app.register(async scope => registerLinkedin(scope, sandbox), { prefix: '/linkedin' })
  app.register(async scope => registerTwitter(scope, sandbox), { prefix: '/x' })
  app.register(async scope => registerIdentity(scope, sandbox), { prefix: '/identity' })
  app.register(async scope => registerAdmin(scope, sandbox), { prefix: '/sandbox' })
  registerMail(app, sandbox)
  registerCards(app, sandbox)
  app.register(async scope => registerDesignTool(scope, sandbox), { prefix: '/canva' })
  app.register(async scope => registerChat(scope, sandbox), { prefix: '/chat' })
  app.register(async scope => registerPush(scope, sandbox), { prefix: '/push' })
  registerPages(app, sandbox)
  registerSharedPages(app, sandbox.url, sandbox.stopping)
  return app
}

/** Clients send a content type on calls without a body too. The networks accept that; Fastify's own parser would not. */
function readJson(body: string): unknown {
  if (body === '') return undefined
  const value = parseJson(body)
  if (value === undefined)
    throw Object.assign(new Error('Request body is not valid JSON.'), { statusCode: 400 })
  return value
}

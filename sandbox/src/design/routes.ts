import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consentPolicy } from '../pages/consent.ts'
import type { Design } from '../platform/model.ts'
import { send } from '../platform/publish.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { answerCall, createDesign, readDesign, readExport, refusal, startExport } from './api.ts'
import { decideConsent, issueAccess, revokeAccess, showConsent } from './authorization.ts'
import { isDesignFault } from './faults.ts'
import { designsPage, editorPage } from './pages.ts'
import { renderDesign, templates } from './picture.ts'
import { createDesignTool, type DesignTool, returnAddress } from './tool.ts'

/** `/canva/rest/v1` is the part of Canva's Connect API that Galley uses; `/canva/api` its login; `/canva/design` its editor. */
export function registerDesignTool(app: FastifyInstance, sandbox: Sandbox): void {
  const tool = createDesignTool(sandbox)
  const show = (reply: FastifyReply, text: string) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', consentPolicy).send(text)
  app.get('/api/oauth/authorize', (request, reply) => showConsent(tool, request, reply))
  app.post('/api/oauth/authorize', (request, reply) => decideConsent(tool, request, reply))
  registerApi(app, tool)
  registerEditor(app, tool, show)
  app.get('/', (_request, reply) =>
    show(reply, designsPage(sandbox.store.list('design', { limit: 100 }), tool.faults.list())),
  )
  // Used by the page and by tests.
  app.post('/faults', (request, reply) => {
    const name = formOf(request).get('fault')
    if (isDesignFault(name)) tool.faults.add(name)
    else tool.faults.clear()
    return reply.redirect('/canva', 303)
  })
}

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

function registerApi(app: FastifyInstance, tool: DesignTool): void {
  const call = (
    method: 'GET' | 'POST',
    path: string,
    scope: string,
    handler: Parameters<typeof answerCall>[3],
  ) =>
    app.route({
      method,
      url: `/rest/v1${path}`,
      handler: async (request, reply) => send(reply, await answerCall(tool, request, scope, handler)),
    })
  call('POST', '/designs', 'design:content:write', createDesign)
  call('GET', '/designs/:id', 'design:meta:read', readDesign)
  call('POST', '/exports', 'design:content:read', startExport)
  call('GET', '/exports/:id', 'design:content:read', readExport)
  const plain =
    (handler: (tool: DesignTool, request: FastifyRequest) => HttpReply) =>
    async (request: FastifyRequest, reply: FastifyReply) =>
      send(reply, handler(tool, request))
  app.post('/rest/v1/oauth/token', plain(issueAccess))
  app.post('/rest/v1/oauth/revoke', plain(revokeAccess))
  app.get('/rest/v1/connect/keys', async () => ({ keys: [(await tool.key()).publicJwk] }))
  app.get('/rest/v1/*', (_request, reply) =>
    send(reply, refusal(404, 'endpoint_not_found', 'Endpoint not found')),
  )
  app.get('/exports/:id/:file', (request, reply) => {
    const { id, file } = request.params as { id: string; file: string }
    const job = tool.sandbox.store.get('design_export', id)
    const bytes = job?.file === file ? tool.sandbox.store.readFile(file) : undefined
    return bytes ? reply.type('image/png').send(bytes) : reply.callNotFound()
  })
}

const colour = z.string().regex(/^#[\da-f]{6}$/i)
const edit = z.object({
  template: z.enum(Object.keys(templates) as [keyof typeof templates]),
  text: z.string().max(120),
  small_text: z.string().max(120),
  background: colour,
  colour,
})

function registerEditor(
  app: FastifyInstance,
  tool: DesignTool,
  show: (reply: FastifyReply, text: string) => FastifyReply,
): void {
  const { store, now } = tool.sandbox
  const designOf = ({ params }: FastifyRequest): Design | undefined =>
    store.get('design', (params as { id: string }).id)
  const stateOf = ({ query }: FastifyRequest): string =>
    (query as { correlation_state?: string }).correlation_state ?? ''
  app.get('/design/:id/edit', (request, reply) => {
    const design = designOf(request)
    return design ? show(reply, editorPage(design, stateOf(request))) : reply.callNotFound()
  })
  app.get('/design/:id/picture', async (request, reply) => {
    const design = designOf(request)
    return design ? reply.type('image/png').send(await renderDesign(design)) : reply.callNotFound()
  })
  app.post('/design/:id/edit', async (request, reply) => {
    const design = designOf(request)
    const form = formOf(request)
    const parsed = edit.safeParse(Object.fromEntries(form))
    if (!design || !parsed.success) return reply.callNotFound()
    const changed = { ...design, ...parsed.data, updated_at: now() }
    store.put('design', changed)
    const state = stateOf(request)
    if (form.get('next') === 'return' && state !== '')
      return reply.redirect(await returnAddress(tool, changed, state), 303)
    return reply.redirect(request.url, 303)
  })
}

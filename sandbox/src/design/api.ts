import { createHash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Design, DesignExport, DesignToken } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { bearerToken } from '../platform/tokens.ts'
import { endLogin } from './authorization.ts'
import { renderDesign } from './picture.ts'
import { type DesignTool, newDesignId } from './tool.ts'

const lateMs = 15_000
/** An export is never done at the first look, as at the real tool. */
const usualMs = 400
const largestPixels = 25_000_000

export const refusal = (status: number, code: string, message: string): HttpReply => ({
  status,
  body: { code, message },
})

type Caller = { tool: DesignTool; request: FastifyRequest; token: DesignToken }
type Handler = (caller: Caller) => HttpReply | Promise<HttpReply>

/** Answers one call: the access, its scope, and the faults that hold for every call. */
export async function answerCall(
  tool: DesignTool,
  request: FastifyRequest,
  scope: string,
  handler: Handler,
): Promise<HttpReply> {
  const { faults, sandbox } = tool
  if (faults.take('down')) return refusal(500, 'internal_error', 'An internal error occurred')
  const token = sandbox.store.get('design_token', bearerToken(request.headers.authorization) ?? '')
  const fault = faults.take('expired', 'revoked')
  if (token && fault === 'expired') sandbox.store.put('design_token', { ...token, state: 'revoked' })
  if (token && fault === 'revoked') endLogin(tool, token.login)
  if (fault === 'revoked') return refusal(401, 'revoked_access_token', 'Access token is revoked')
  if (token?.use !== 'access' || token.state !== 'active' || token.expires_at <= sandbox.now() || fault)
    return refusal(401, 'invalid_access_token', 'Access token is invalid')
  if (!token.scope.split(' ').includes(scope))
    return refusal(403, 'missing_scope', `Missing scopes: [${scope}]`)
  if (faults.take('limited')) return refusal(429, 'too_many_requests', 'Too many requests')
  const answer = await handler({ tool, request, token })
  return faults.take('malformed')
    ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Canva' }
    : answer
}

const pixels = z.int().min(40).max(8000)
const newDesign = z.object({
  type: z.literal('type_and_asset').default('type_and_asset'),
  design_type: z.object({ type: z.literal('custom'), width: pixels, height: pixels }),
  title: z.string().min(1).max(255).default('Untitled design'),
})

export const createDesign: Handler = ({ tool, request, token }) => {
  const parsed = newDesign.safeParse(request.body)
  if (!parsed.success) return refusal(400, 'bad_request_body', z.prettifyError(parsed.error))
  const { title, design_type: size } = parsed.data
  if (size.width * size.height > largestPixels)
    return refusal(400, 'invalid_field', 'The area must not exceed 25000000 pixels squared')
  const now = tool.sandbox.now()
  const design: Design = {
    id: newDesignId(),
    network: 'canva',
    account: token.account,
    created_at: now,
    updated_at: now,
    title,
    width: size.width,
    height: size.height,
    return_url: token.return_url,
    template: 'plain',
    text: '',
    small_text: '',
    background: '#f4efe6',
    colour: '#1d3b2f',
  }
  tool.sandbox.store.put('design', design)
  return { status: 200, body: { design: toWire(tool, design) } }
}

const seconds = (ms: number) => Math.floor(ms / 1000)

const toWire = ({ sandbox }: DesignTool, design: Design) => ({
  id: design.id,
  title: design.title,
  owner: { user_id: design.account, team_id: 'oBDAbliZ2rQNNOsUl5OLu' },
  urls: {
    edit_url: `${sandbox.url()}/canva/design/${design.id}/edit`,
    view_url: `${sandbox.url()}/canva/design/${design.id}/edit`,
  },
  created_at: seconds(design.created_at),
  updated_at: seconds(design.updated_at),
  page_count: 1,
  design_types: ['custom'],
})

const findOwn = ({ tool, token }: Caller, id: string): Design | undefined => {
  const design = tool.sandbox.store.get('design', id)
  return design?.account === token.account ? design : undefined
}

const idIn = ({ params }: FastifyRequest): string => (params as { id: string }).id

export const readDesign: Handler = caller => {
  const design = findOwn(caller, idIn(caller.request))
  return design
    ? { status: 200, body: { design: toWire(caller.tool, design) } }
    : refusal(404, 'design_not_found', 'Design not found')
}

const newExport = z.object({
  design_id: z.string(),
  format: z.object({ type: z.literal('png'), pages: z.array(z.int().positive()).optional() }),
})

export const startExport: Handler = async caller => {
  const parsed = newExport.safeParse(caller.request.body)
  if (!parsed.success) return refusal(400, 'bad_request_body', z.prettifyError(parsed.error))
  const design = findOwn(caller, parsed.data.design_id)
  if (!design) return refusal(404, 'design_not_found', 'Design not found')
  const { sandbox, faults } = caller.tool
  const now = sandbox.now()
  const fault = faults.take('late', 'never', 'failed', 'damaged', 'huge')
  const bytes = fault === 'damaged' ? Buffer.from('<html>not a picture</html>') : await renderDesign(design)
  const picture = fault === 'huge' ? Buffer.concat([bytes, Buffer.alloc(11_000_000)]) : bytes
  const file = `${createHash('sha256').update(picture).digest('hex')}.png`
  sandbox.store.writeFile(file, picture)
  const job: DesignExport = {
    id: randomUUID(),
    network: 'canva',
    account: design.account,
    created_at: now,
    design: design.id,
    file,
    done_at: fault === 'never' ? null : now + (fault === 'late' ? lateMs : usualMs),
    ...(fault === 'failed' && { failure: 'license_required' }),
  }
  sandbox.store.put('design_export', job)
  return { status: 200, body: { job: toWireJob(caller.tool, job) } }
}

export const readExport: Handler = ({ tool, request, token }) => {
  const job = tool.sandbox.store.get('design_export', idIn(request))
  if (job?.account !== token.account) return refusal(404, 'not_found', 'Export job not found')
  const answered = tool.faults.take('another_export') ? { ...job, id: randomUUID() } : job
  return { status: 200, body: { job: toWireJob(tool, answered) } }
}

function toWireJob({ sandbox }: DesignTool, { id, done_at, failure, file }: DesignExport) {
  if (done_at === null || done_at > sandbox.now()) return { id, status: 'in_progress' }
  return failure === undefined
    ? { id, status: 'success', urls: [`${sandbox.url()}/canva/exports/${id}/${file}`] }
    : { id, status: 'failed', error: { code: failure, message: 'The design contains premium elements' } }
}

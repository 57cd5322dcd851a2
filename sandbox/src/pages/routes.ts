import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTypes } from '../platform/media.ts'
import { isSocialNetwork, type SandboxAccount } from '../platform/model.ts'
import { readFaultForm } from '../platform/new-fault.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { faultsPage } from './faults.ts'
import { feedPage, postPage } from './feed.ts'
import { homePage } from './home.ts'
import { html } from './html.ts'
import { page } from './layout.ts'
import { logoPng, logoSvg } from './logos.ts'
import { supportPage } from './support.ts'

// Attributes carry the shapes of pictures, which a style sheet cannot know.
const policy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; form-action 'self'; base-uri 'none'"
const sheets = [
  'colours',
  'base',
  'profile',
  'stories',
  'posts',
  'media',
  'networks',
  'home',
  'consent',
  'mail',
  'cards',
  'designs',
  'phone',
]
const style = sheets
  .map(name => readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')

/** The networks' public web pages (feeds, posts, photos) and the sandbox's own start page. */
export function registerPages(app: FastifyInstance, sandbox: Sandbox): void {
  const show = (reply: FastifyReply, text: string) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(text)
  const missing = (reply: FastifyReply) => {
    const body = html`<section class="intro"><h1>Page not found</h1>
<p>This page does not exist, or its post was deleted.</p><p><a class="button" href="/">All accounts</a></p></section>`
    return show(reply.code(404), page({ title: 'Page not found', body }))
  }
  app.setNotFoundHandler((_request, reply) => missing(reply))
  app.get('/', (_request, reply) => show(reply, homePage(sandbox)))
  app.get('/support', (_request, reply) => show(reply, supportPage()))
  app.get('/style.css', (_request, reply) => reply.type('text/css').send(style))
  app.get('/feeds/:network/:account', (request, reply) => {
    const account = findAccount(sandbox, request)
    return account ? show(reply, feedPage(sandbox, account)) : missing(reply)
  })
  app.get('/feeds/:network/:account/:post', (request, reply) => {
    const account = findAccount(sandbox, request)
    const post = sandbox.store.get('post', (request.params as { post: string }).post)
    return account && post?.account === account.id
      ? show(reply, postPage(sandbox, account, post))
      : missing(reply)
  })
  registerImages(app, sandbox)
  registerFaultPanel(app, sandbox, show)
}

function findAccount(sandbox: Sandbox, request: FastifyRequest): SandboxAccount | undefined {
  const { network, account: id } = request.params as { network: string; account: string }
  const account = sandbox.store.get('account', id)
  return isSocialNetwork(network) && account?.network === network ? account : undefined
}

function registerImages(app: FastifyInstance, sandbox: Sandbox) {
  const forEver = 'public, max-age=31536000, immutable'
  app.get('/media/:file', (request, reply) => {
    const { file } = request.params as { file: string }
    const bytes = /^[\da-f]+\.\w+$/.test(file) ? sandbox.store.readFile(file) : undefined
    if (!bytes) return reply.callNotFound()
    const type = contentTypes[extname(file).slice(1)] ?? 'application/octet-stream'
    reply.type(type).header('cache-control', forEver).header('x-content-type-options', 'nosniff')
    reply.header('accept-ranges', 'bytes')
    const range = rangeOf(request.headers.range, bytes.length)
    if (!range) return reply.send(bytes)
    const { start, end } = range
    reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    return reply.send(bytes.subarray(start, end + 1))
  })
  app.get('/logos/:name.svg', (request, reply) => {
    const svg = logoSvg((request.params as { name: string }).name)
    return svg ? reply.type('image/svg+xml').send(svg) : reply.callNotFound()
  })
  app.get('/logos/:name.png', async (request, reply) => {
    const png = await logoPng((request.params as { name: string }).name)
    return png ? reply.type('image/png').send(png) : reply.callNotFound()
  })
}

/** Browsers request videos in byte ranges, and some play none without them. `end` is inclusive. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from = '', to = ''] = header?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end ? { start, end } : undefined
}

function registerFaultPanel(
  app: FastifyInstance,
  sandbox: Sandbox,
  show: (reply: FastifyReply, text: string) => FastifyReply,
) {
  const { faults } = sandbox
  const form = (request: FastifyRequest) =>
    request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  app.get('/faults', (_request, reply) => show(reply, faultsPage(sandbox)))
  app.post('/faults', (request, reply) => {
    const newFault = readFaultForm(form(request))
    if (newFault) faults.add(newFault)
    return reply.redirect('/faults', 303)
  })
  app.post('/faults/remove', (request, reply) => {
    faults.remove(form(request).get('id') ?? '')
    return reply.redirect('/faults', 303)
  })
  app.post('/faults/clear', (_request, reply) => {
    faults.clear()
    return reply.redirect('/faults', 303)
  })
}

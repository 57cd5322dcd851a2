import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fail } from '#domain/kernel/failure.ts'
import { sendFailure } from '../answers/answer.ts'
import { sendUnknownCall } from '../answers/unknown-call.ts'
import { allowStyles } from './policy.ts'

/** Headers for single pages, in place of those that every answer has. */
export type PageHeaders = (path: string) => Readonly<Record<string, string>>

/** A hashed script, style or font. */
const isHashedPart = (url: string): boolean => /^\/assets\/[^?]+\.(js|css|woff2)(\?|$)/.test(url)

/** Never a document, so what a browser obeys for documents means nothing there. */
const isPartOfPage = (url: string): boolean => isHashedPart(url) || /^\/color-scheme\.js(\?|$)/.test(url)

/** Some kilobyte for each of a page's thirty files. `x-content-type-options` stays: it is for scripts and styles. */
const forDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** A hashed file is kept for a year without asking (`immutable`) and is never read in parts. */
const forChangingFiles = ['accept-ranges', 'etag', 'last-modified']

type Preload = { readonly path: string; readonly tags: string }

/** Pages that are documents of their own, by their path. */
const ownDocuments: Readonly<Record<string, string>> = {
  '/approve': 'approve.html',
  '/approve/': 'approve.html',
  '/proof': 'proof.html',
  '/proof/': 'proof.html',
  '/report': 'report.html',
  '/report/': 'report.html',
}

/** The document, with what the page at this path loads first named in its head (written by the build, `web/preload-list.ts`). */
const documentFor = async (url: string, folder: string): Promise<string> => {
  const own = ownDocuments[url]
  if (own) return readFile(path.join(folder, own), 'utf8')
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  const list = path.join(folder, '.vite/preloads.json')
  const preloads: readonly Preload[] = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : []
  const found = preloads.find(each => new RegExp(each.path).test(url))
  return found ? page.replace('</head>', () => `${found.tags}</head>`) : page
}

/** Where libraries find the nonce for the style sheets that they make (`web/src/platform/style-nonce.ts`). */
const withNonce = (page: string, nonce: string): string =>
  page.replace('<head>', () => `<head><meta property="csp-nonce" nonce="${nonce}">`)

/** The built web app: hashed files that never change, and the one page for everything else. */
export const registerWeb = async (
  app: FastifyInstance,
  folder: string,
  headersOf: PageHeaders = () => ({}),
): Promise<void> => {
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      // A folder (above all `/`) is not a file: it is left to the page below, where the plugin would answer 403. So is a document, for its
      // nonce, and what the build leaves for the server alone (`.vite/`).
      allowedPath: name => !/\/$|\.html$|\/\./.test(name),
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', isHashed ? 'max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) return
    if (isPartOfPage(request.url)) for (const name of forDocuments) reply.removeHeader(name)
    if (isHashedPart(request.url)) for (const name of forChangingFiles) reply.removeHeader(name)
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (/^\/(api|media|assets)(\/|$|\?)/.test(request.url)) return sendUnknownCall(request, reply)
    if (!['GET', 'HEAD'].includes(request.method))
      return sendFailure(reply.header('allow', 'GET, HEAD'), fail('method_not_allowed'))
    if (!existsSync(path.join(folder, 'index.html')))
      return reply.code(503).type('text/plain').send('The web app is not built yet: npm run build')
    const url = request.url.replace(/\?.*$/, '')
    const nonce = randomBytes(16).toString('base64')
    // Without a validator, so that no answer of "unchanged" brings another nonce than its document has.
    reply.type('text/html').header('cache-control', 'private, no-cache').headers(headersOf(url))
    return allowStyles(reply, `nonce-${nonce}`).send(withNonce(await documentFor(url, folder), nonce))
  })
}

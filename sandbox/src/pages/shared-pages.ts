import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { html } from './html.ts'

/** A page of a made-up website, for posts that link to it. */
type SharedPage = {
  readonly title: string
  readonly about: string
  /** The colour of its picture; left out: it has none. */
  readonly colour?: string
  /** Whether it has Open Graph tags. */
  readonly isTagged: boolean
}

const pages: Readonly<Record<string, SharedPage>> = {
  'spring-menu': {
    title: 'The spring menu is here | Harbor Coffee',
    about: 'Six new plates and two cold brews, from the first of April until the strawberries are gone.',
    colour: '#123c4a',
    isTagged: true,
  },
  'trail-guide': {
    title: 'Five walks that start at the bus stop — Northwind Outdoor',
    about: 'No car, no early alarm: routes between two and five hours, with maps to print.',
    colour: '#24503b',
    isTagged: true,
  },
  'opening-hours': {
    title: 'Opening hours over the holidays',
    about: 'When the bakery is open between Christmas and New Year.',
    isTagged: true,
  },
  'plain-page': {
    title: 'How we roast',
    about: 'A page without tags for networks: only its title and its description.',
    isTagged: false,
  },
}

/** Longer than anybody waits for a preview. */
const SLOW_MS = 20_000

/** Pages that posts can link to without the internet: with and without tags and a picture, moved, slow, and missing. */
export function registerSharedPages(app: FastifyInstance, url: () => string, stopping: AbortSignal): void {
  app.get('/pages', (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(url())))
  app.get('/pages/moved', (_request, reply) => reply.redirect('/pages/spring-menu', 301))
  app.get('/pages/slow', async (_request, reply) => {
    await waited(SLOW_MS, stopping)
    return reply.type('text/html; charset=utf-8').send(pageOf(url(), 'spring-menu'))
  })
  app.get('/pages/:name.png', async (request, reply) => {
    const { colour } = find((request.params as { name: string }).name) ?? {}
    return colour ? reply.type('image/png').send(await drawPicture(colour)) : reply.callNotFound()
  })
  app.get('/pages/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    return find(name)
      ? reply.type('text/html; charset=utf-8').send(pageOf(url(), name))
      : reply.callNotFound()
  })
}

const find = (name: string): SharedPage | undefined => (Object.hasOwn(pages, name) ? pages[name] : undefined)

const waited = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    stopping.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

function pageOf(url: string, name: string): string {
  const { title, about, colour, isTagged } = find(name) as SharedPage
  const tags =
    isTagged &&
    html`<meta property="og:title" content="${title}">
<meta property="og:description" content="${about}">
${colour && html`<meta property="og:image" content="${url}/pages/${name}.png">`}`
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><meta name="description" content="${about}">
${tags}<link rel="stylesheet" href="/style.css"></head>
<body class="home"><main><section class="intro"><h1>${title}</h1><p>${about}</p>
${colour && html`<p><img src="/pages/${name}.png" alt="" width="600" height="314"></p>`}
<p><a class="button" href="/pages">All pages</a></p></section></main></body></html>`.text
}

function listPage(url: string): string {
  const names = [...Object.keys(pages), 'moved', 'slow']
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pages to link to</title><link rel="stylesheet" href="/style.css"></head>
<body class="home"><main><section class="intro"><h1>Pages to link to</h1>
<p>Copy one of these addresses into a post to see what the networks make of it.</p>
<ul>${names.map(name => html`<li><a href="/pages/${name}">${url}/pages/${name}</a></li>`)}</ul></section></main></body></html>`
    .text
}

const drawPicture = (colour: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 628" width="1200" height="628"><rect width="1200" height="628" fill="${colour}"/>
<circle cx="930" cy="190" r="90" fill="#e9a15b"/><path d="M0 628 330 300l210 210 150-130 510 248z" fill="#f6e7cf" fill-opacity=".85"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

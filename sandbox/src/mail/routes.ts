import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mail } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { boxPage, framed, mailPage } from './pages.ts'

const pagePolicy =
  "default-src 'none'; img-src 'self'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'"
/** No scripts, forms, origin or requests, so that an email cannot track who reads it. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const SHOWN = 200

const links = (mail: Mail): string[] => [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)

const wanted = (sandbox: Sandbox, request: FastifyRequest): { mails: Mail[]; to: string } => {
  const { to: requested = '' } = request.query as { to?: string }
  const to = requested.trim().toLowerCase()
  return { to, mails: sandbox.store.list('mail', { ...(to && { account: to }), limit: SHOWN }) }
}

/** The mailbox: pages for people, `GET /sandbox/mails?to=` for tests (newest first, with the links in the text). */
export function registerMail(app: FastifyInstance, sandbox: Sandbox): void {
  const show = (reply: FastifyReply, text: string, policy = pagePolicy) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(text)
  const found = (request: FastifyRequest) => sandbox.store.get('mail', (request.params as { id: string }).id)
  app.get('/mail', (request, reply) => {
    const { mails, to } = wanted(sandbox, request)
    return show(reply, boxPage(mails, to))
  })
  app.get('/mail/:id', (request, reply) => {
    const mail = found(request)
    return mail ? show(reply, mailPage(mail)) : reply.callNotFound()
  })
  app.get('/mail/:id/html', (request, reply) => {
    const mail = found(request)
    return mail ? show(reply, framed(mail), mailPolicy) : reply.callNotFound()
  })
  app.get('/sandbox/mails', request =>
    wanted(sandbox, request).mails.map(mail => ({ ...mail, links: links(mail) })),
  )
  app.delete('/sandbox/mails', (_request, reply) => {
    sandbox.store.clear(['mail'])
    return reply.code(204).send()
  })
}

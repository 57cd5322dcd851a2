import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { html } from '../pages/html.ts'

const script = readFileSync(join(import.meta.dirname, 'v3.js'), 'utf8')
const field = readFileSync(join(import.meta.dirname, 'field.js'), 'utf8')

const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'"

const inputs: Readonly<Record<string, { readonly label: string; readonly autocomplete: string }>> = {
  cardNumber: { label: 'Credit or debit card number', autocomplete: 'cc-number' },
  cardExpiry: { label: 'Credit or debit card expiration date', autocomplete: 'cc-exp' },
  cardCvc: { label: 'Credit or debit card CVC/CVV', autocomplete: 'cc-csc' },
}

const fieldPage = ({ label, autocomplete }: { readonly label: string; readonly autocomplete: string }) =>
  html`<!doctype html><html lang="en"><title>${label}</title>
<style>html, body { margin: 0; height: 100% } body, input { background: transparent }
input { box-sizing: border-box; width: 100%; height: 24px; padding: 0; border: 0; outline: 0; font: 14px sans-serif }</style>
<input aria-label="${label}" autocomplete="${autocomplete}" inputmode="numeric" spellcheck="false">
<script src="/cards/field.js"></script></html>`

/** `/cards/v3.js`: the gateway's browser script, and the fields that it puts into pages. */
export function registerHostedFields(app: FastifyInstance): void {
  app.get('/cards/v3.js', (_request, reply) =>
    reply.headers({ 'access-control-allow-origin': '*' }).type('text/javascript').send(script),
  )
  app.get('/cards/field.js', (_request, reply) => reply.type('text/javascript').send(field))
  app.get<{ Querystring: { type?: string } }>('/cards/fields', (request, reply) => {
    const input = inputs[request.query.type ?? '']
    if (!input) return reply.code(404).send()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(String(fieldPage(input)))
  })
}

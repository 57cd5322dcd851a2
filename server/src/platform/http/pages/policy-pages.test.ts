import fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerPolicyPages } from './policy-pages.ts'

const open = async (
  path: string,
  own: { TERMS_URL?: string; PRIVACY_URL?: string; MAIL_REPLY_TO?: string } = {},
) => {
  const app = fastify()
  const nothing = { TERMS_URL: undefined, PRIVACY_URL: undefined, MAIL_REPLY_TO: undefined }
  registerPolicyPages(app, { publicUrl: 'https://plan.example.com', ...nothing, ...own })
  return app.inject({ url: path })
}

it.each([
  ['/terms', { TERMS_URL: 'https://operator.example/terms' }],
  ['/privacy', { PRIVACY_URL: 'https://operator.example/privacy' }],
])('%s redirects to the operator’s page', async (path, own) => {
  const { statusCode, headers } = await open(path, own)
  expect([statusCode, headers.location]).toEqual([302, `https://operator.example${path}`])
})

it.each([
  ['/terms', 'They have not published terms of use here yet.'],
  ['/privacy', 'they have not published a privacy policy here yet.'],
])('%s says honestly that there is none, and who would provide it', async (path, text) => {
  const { statusCode, headers, body } = await open(path)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html'])
  expect(body).toContain('plan.example.com')
  expect(body).toContain(text)
  expect(body).not.toContain('mailto:')
  const { body: withContact } = await open(path, { MAIL_REPLY_TO: 'us@operator.example' })
  expect(withContact).toContain('href="mailto:us@operator.example"')
})

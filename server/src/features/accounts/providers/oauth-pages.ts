import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Provider, providers } from '#domain/accounts/providers.ts'
import { fail } from '#domain/kernel/failure.ts'
import { parseJson } from '#domain/kernel/json.ts'
import { sendFailure } from '#server/platform/http/answers/answer.ts'
import type { Services } from '#server/platform/http/route.ts'
import { saveProviderName, startSignIn } from './start-oauth.ts'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** The cookie of someone who opened Galley under another name of this machine would not be sent on the way back. */
const isElsewhere = (hostname: string, publicUrl: string): boolean => {
  const own = new URL(publicUrl).hostname
  return own !== hostname && loopback.includes(own) && loopback.includes(hostname)
}

/** Back to the login page, which reads `answer` from its address. */
const goBack = (reply: FastifyReply, publicUrl: string, answer: Record<string, string>): FastifyReply =>
  reply.redirect(`${publicUrl}/?${new URLSearchParams(answer)}`, 303)

const registerStart = (app: FastifyInstance, services: Services, provider: Provider): void => {
  const { publicUrl, SIGN_IN_PER_MINUTE: max } = services.config
  const config = { rateLimit: { max, timeWindow: '1 minute' } }
  app.get(`/api/auth/${provider}`, { config }, async (request, reply) => {
    if (isElsewhere(request.hostname, publicUrl))
      return reply.redirect(`${publicUrl}/api/auth/${provider}`, 303)
    const begun = await startSignIn(services, provider, request.headers.cookie ?? null)
    if (!begun) return sendFailure(reply, fail('not_found'))
    if (begun === 'unavailable') return goBack(reply, publicUrl, { provider, error: 'unavailable' })
    return reply.header('set-cookie', begun.cookie).redirect(begun.url, 303)
  })
}

const truncate = (value: string | null, most: number): string => (value ?? '').slice(0, most)

const namedUser = z.object({
  name: z.object({ firstName: z.string().default(''), lastName: z.string().default('') }),
})

/** `{"name":{"firstName":"…","lastName":"…"},"email":"…"}`, sent the first time only. */
const parseName = (user: string | null): { givenName: string; familyName: string } | null => {
  const parsed = namedUser.safeParse(parseJson(user ?? ''))
  if (!parsed.success) return null
  const { firstName, lastName } = parsed.data.name
  return { givenName: firstName, familyName: lastName }
}

/**
 * Apple's browser posts its answer across sites, where the cookie is not sent. It is redirected to the login page, which asks for the
 * session from our own site. Nothing in the form is trusted here.
 */
const registerFormCallback = (app: FastifyInstance, services: Services): void => {
  const { publicUrl, SIGN_IN_PER_MINUTE: max } = services.config
  const config = { rateLimit: { max: max * 10, timeWindow: '1 minute' } }
  app.register(async forms => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    forms.post('/api/auth/apple/return', { config }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const [code, state] = [truncate(form.get('code'), 4000), truncate(form.get('state'), 300)]
      if (code === '' || state === '') return goBack(reply, publicUrl, { provider: 'apple', error: 'denied' })
      const name = parseName(form.get('user'))
      if (name) await saveProviderName(services, state, name)
      return goBack(reply, publicUrl, { provider: 'apple', code, state })
    })
  })
}

/** Addresses that browsers are sent to and return to: they redirect, so they are not endpoints of the API. */
export const registerOauthPages = (app: FastifyInstance, services: Services): void => {
  for (const provider of providers) registerStart(app, services, provider)
  registerFormCallback(app, services)
}

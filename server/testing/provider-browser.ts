import type { Provider } from '#domain/accounts/providers.ts'
import type { TestAnswer, TestApp } from './app.ts'

export type Returned = { code: string; state: string }
type Session = { token: string; expires_in: number }

const formOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')],
    ),
  )

/** A person's browser during a sign-in at a provider: it keeps its cookie and follows redirects. */
export const openBrowser = (test: TestApp) => {
  let cookie: string | undefined
  const headers = () => (cookie === undefined ? {} : { cookie })

  /** `GET /auth/…`: the URL it redirects to. */
  const begin = async (provider: Provider): Promise<URL> => {
    const answer = await test.app.inject({
      url: `/api/auth/${provider}`,
      headers: { ...headers(), host: new URL(test.services.config.publicUrl).host },
    })
    cookie = String(answer.headers['set-cookie'] ?? cookie).split(';')[0]
    return new URL(String(answer.headers.location))
  }
  /** Chooses a person on the provider's page (by their `sub`, or declines) and goes back. @returns the query of the login page */
  const choose = async (requested: URL, person: string | null): Promise<URLSearchParams> => {
    const choice: Record<string, string> = person === null ? { decision: 'deny' } : { person }
    const body = new URLSearchParams({ ...Object.fromEntries(requested.searchParams), ...choice })
    const answer = await fetch(requested.origin + requested.pathname, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    const location = answer.headers.get('location')
    if (location !== null) return new URL(location).searchParams
    const posted = await test.app.inject({
      method: 'POST',
      url: '/api/auth/apple/return',
      // Posted from another site, so the cookie is not sent.
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: requested.origin },
      payload: new URLSearchParams(formOf(await answer.text())).toString(),
    })
    return new URL(String(posted.headers.location)).searchParams
  }
  const finish = async (
    provider: Provider,
    { code, state }: Returned,
    more: { invitation?: string; by?: 'query' } = {},
  ): Promise<TestAnswer<Session>> => {
    const { by, ...others } = more
    const sent = { code, state, ...others }
    const url = `/api/auth/${provider}/callback`
    const answer = await test.app.inject(
      by === 'query'
        ? {
            url: `${url}?${new URLSearchParams({ ...sent, scope: 'openid', prompt: 'consent' })}`,
            headers: headers(),
          }
        : { method: 'POST', url, payload: sent, headers: headers() },
    )
    return { status: answer.statusCode, ...answer.json() }
  }
  const returnAs = async (provider: Provider, person: string): Promise<Returned> => {
    const back = await choose(await begin(provider), person)
    return { code: back.get('code') ?? '', state: back.get('state') ?? '' }
  }
  return {
    begin,
    choose,
    finish,
    returnAs,
    signIn: async (provider: Provider, person: string) => finish(provider, await returnAs(provider, person)),
    cookie: () => cookie,
    headers,
  }
}

export type TestBrowser = ReturnType<typeof openBrowser>

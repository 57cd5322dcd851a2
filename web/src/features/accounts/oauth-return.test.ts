import { beforeEach, expect, test, vi } from 'vitest'
import { readToken, storeToken } from '#web/platform/token.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { answer } from '../../../testing/fake-server.ts'
import { finishSignIn } from './finish-sign-in.ts'
import {
  isLinkingReturn,
  readProviderReturn,
  rememberedInvitation,
  rememberInvitation,
  rememberLinkingPage,
  takeLinkingReturn,
} from './oauth-return.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

test('a return from a provider is distinguished from any other address', () => {
  expect(readProviderReturn('?code=c&scope=email&prompt=none&state=s')).toEqual({
    provider: 'google',
    code: 'c',
    state: 's',
  })
  expect(readProviderReturn('?provider=apple&code=c&state=s')).toEqual({
    provider: 'apple',
    code: 'c',
    state: 's',
  })
  expect(readProviderReturn('?provider=evil&error=x')).toEqual({ provider: 'google', error: 'x' })
  for (const search of ['', '?code=c', '?state=s', '?invitation=abc', '?provider=apple'])
    expect(readProviderReturn(search)).toBeNull()
})

test('the session is stored, and the invitation is sent with it once', async () => {
  rememberInvitation('the-invitation')
  const bodies: unknown[] = []
  fakeFetch((_, { body }) => {
    bodies.push(JSON.parse(String(body)))
    return answer(200, { token: 'abc', expires_in: 3600 })
  })
  await finishSignIn({ provider: 'google', code: 'c', state: 's' })
  expect(bodies).toEqual([{ code: 'c', state: 's', invitation: 'the-invitation' }])
  expect(readToken()?.token).toBe('abc')
  expect(rememberedInvitation()).toBeNull()
})

test('an error in the address is reported in our words, without a request', async () => {
  const fetch = vi.fn()
  fakeFetch(fetch)
  const said = async (error: string) =>
    finishSignIn({ provider: 'apple', error }).catch((thrown: Error) => thrown.message)
  expect(await said('<b>evil</b>')).toBe('You did not sign in with Apple.')
  expect(await said('unavailable')).toBe('Apple cannot be reached. Please try again in a moment.')
  expect(fetch).not.toHaveBeenCalled()
})

test('a return from linking is distinguished from a sign-in, and leads back to the page it started from', () => {
  expect(isLinkingReturn({ provider: 'google', code: 'c', state: 's' })).toBe(false)
  expect(isLinkingReturn({ provider: 'google', error: 'access_denied' })).toBe(false)
  rememberLinkingPage('/3/calendar')
  expect(isLinkingReturn({ provider: 'google', error: 'access_denied' })).toBe(true)

  window.history.replaceState(null, '', '/?provider=apple&code=c&state=link-s')
  expect(takeLinkingReturn(), 'nobody is signed in').toBeNull()
  storeToken({ token: 'abc', expires_in: 3600 })
  expect(takeLinkingReturn()).toEqual({ provider: 'apple', code: 'c', state: 'link-s' })
  expect(window.location.pathname + window.location.search).toBe('/3/calendar')
  expect(takeLinkingReturn()).toBeNull()
})

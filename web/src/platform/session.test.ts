import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshSession, signOut as signOutContract } from '#domain/accounts/contract.ts'
import {
  browser,
  clearMessages,
  readNews,
  readNotice,
  rememberOrigin,
  sessionCalls,
  signOut,
  storeNews,
  takeOrigin,
} from './session.ts'
import { isExpiring, readToken, storeToken, watchSignOut } from './token.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(browser, 'toLogin').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

test('the addresses of the session calls are those in the contract', () => {
  expect(sessionCalls.signOut).toEqual({ method: signOutContract.method, path: signOutContract.path })
  expect(sessionCalls.refresh).toEqual({ method: refreshSession.method, path: refreshSession.path })
})

test('signing out deletes the token and the calendar range even if the server is down', async () => {
  storeToken({ token: 'abc', expires_in: 3600 })
  localStorage.setItem('startEndDates', '2026-11')
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  await signOut()
  expect(readToken()).toBeNull()
  expect(localStorage.getItem('startEndDates')).toBeNull()
  expect(browser.toLogin).toHaveBeenCalledOnce()
})

test('signing out does not send the next person to the page of the last one', async () => {
  rememberOrigin('/7/calendar')
  await signOut()
  expect(takeOrigin()).toBeNull()
})

test('the remembered page is returned once, and only if it is one of ours', () => {
  rememberOrigin('/7/calendar?date=2026-11-21')
  expect(takeOrigin()).toBe('/7/calendar?date=2026-11-21')
  expect(takeOrigin()).toBeNull()
  rememberOrigin('//evil.example/phish')
  expect(takeOrigin()).toBeNull()
  rememberOrigin('/\\evil.example')
  expect(takeOrigin()).toBeNull()
  rememberOrigin('/\t/evil.example')
  expect(takeOrigin()).toBeNull()
})

test('a sign-out in another tab is noticed, a renewed token is not one', () => {
  const noticed = vi.fn()
  const stop = watchSignOut(noticed)
  window.dispatchEvent(new StorageEvent('storage', { key: 'galley-session', newValue: '{"token":"new"}' }))
  expect(noticed).not.toHaveBeenCalled()
  window.dispatchEvent(new StorageEvent('storage', { key: 'galley-session', newValue: null }))
  expect(noticed).toHaveBeenCalledOnce()
  stop()
})

test('an unreadable token counts as none', () => {
  localStorage.setItem('galley-session', '{"token":5}')
  expect(readToken()).toBeNull()
  localStorage.setItem('galley-session', 'not json')
  expect(readToken()).toBeNull()
})

test('a token is renewed shortly before it expires', () => {
  expect(isExpiring({ token: 'a', expiresAt: 100_000 }, 84_000)).toBe(false)
  expect(isExpiring({ token: 'a', expiresAt: 100_000 }, 86_000)).toBe(true)
})

test('no notice is shown unless a session was lost', () => {
  expect(readNotice()).toBeNull()
})

test('a success message is shown on the login page once', () => {
  storeNews('Your password has been changed.')
  expect(readNews()).toBe('Your password has been changed.')
  clearMessages()
  expect(readNews()).toBeNull()
})

import type { SessionToken } from '#domain/accounts/model.ts'
import { parseJson } from '#domain/kernel/json.ts'

const storageKey = 'galley-session'
/** When push was last renewed in this session, and where Galley sends to since then (push-browser.ts). */
export const pushRenewedKey = 'galley-push-renewed'

/** The bearer token and when it expires, in milliseconds since 1970 (docs/product/accounts.md "Sessions"). */
export type StoredToken = { readonly token: string; readonly expiresAt: number }

const isStored = (value: unknown): value is StoredToken =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as StoredToken).token === 'string' &&
  typeof (value as StoredToken).expiresAt === 'number'

/** The session of this browser, or null. Read each time: another tab may have renewed or ended it. */
export const readToken = (): StoredToken | null => {
  const text = localStorage.getItem(storageKey)
  const value = text === null ? null : parseJson(text)
  return isStored(value) ? value : null
}

export const storeToken = (session: SessionToken, now: number = Date.now()): StoredToken => {
  const stored = { token: session.token, expiresAt: now + session.expires_in * 1000 }
  localStorage.setItem(storageKey, JSON.stringify(stored))
  return stored
}

/** Stores the token of somebody who has just signed in: push goes to the new session. */
export const beginSession = (session: SessionToken): void => {
  localStorage.removeItem(pushRenewedKey)
  storeToken(session)
}

export const clearToken = (): void => localStorage.removeItem(storageKey)

/** Whether to renew the token first instead of sending a request (or an upload) that would be refused. */
export const isExpiring = (stored: StoredToken, now: number = Date.now()): boolean =>
  stored.expiresAt - now < 15_000

/** Calls back when another tab signs out. Returns a function that stops watching. */
export const watchSignOut = (onSignOut: () => void): (() => void) => {
  const listener = (event: StorageEvent) => {
    if ((event.key === storageKey && event.newValue === null) || event.key === null) onSignOut()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

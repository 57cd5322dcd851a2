import type { refreshSession, signOut as signOutContract } from '#domain/accounts/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { publicTexts } from '#domain/kernel/public-texts.ts'
import { ApiError } from './api-error.ts'
import { clearToken, readToken, type StoredToken, storeToken } from './token.ts'
import { send } from './transport.ts'

/**
 * The endpoints of a session. Written out, because the contract's values would bring the schema library into the login page,
 * which may weigh 90 kB in all. session.test.ts compares them with the contract.
 */
export const sessionCalls = {
  signOut: { method: 'POST', path: '/auth/logout' },
  refresh: { method: 'POST', path: '/auth/refresh' },
} as const

const originKey = 'galley-origin'
const noticeKey = 'galley-notice'
const newsKey = 'galley-news'
/** What was typed into a form and not sent yet (`useDraft`): dropped on sign-out, but kept when a session expires. */
export const draftPrefix = 'galley-draft-'
/** Whose push messages this browser shows, and as which device: two numbers. Kept when a session expires, so that they go on after the next sign-in. */
export const pushKey = 'galley-push'
/** The calendar's date range, under its fixed key (docs/product/calendar.md "Reading a range"). */
const calendarRangeKey = 'startEndDates'

/** Where the browser goes when a session ends. A full page load, so that nothing of that person stays in memory. */
export const browser = { toLogin: (): void => window.location.assign('/') }

/** Drops the session in this browser and shows the login page, with a text if there is something to say. */
export const endSession = (notice?: string): void => {
  clearToken()
  localStorage.removeItem(calendarRangeKey)
  if (notice !== undefined) sessionStorage.setItem(noticeKey, notice)
  browser.toLogin()
}

/** Earlier releases kept the text of a post that was left in the browser, under `galley-left-` and the person's number. */
const dropLeftTexts = (): void => {
  for (const key of Object.keys(localStorage)) if (/^galley-left-\d/.test(key)) localStorage.removeItem(key)
}

const dropDrafts = (): void => {
  dropLeftTexts()
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
}

/** Signs out: here at once, on the server as soon as it can be reached. */
export const signOut = async (): Promise<void> => {
  const stored = readToken()
  const { method, path } = sessionCalls.signOut
  sessionStorage.removeItem(originKey)
  localStorage.removeItem(pushKey)
  dropDrafts()
  try {
    if (stored)
      await (send({ method, url: `/api${path}`, token: stored.token }) as Promise<
        Output<typeof signOutContract>
      >)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error // the server may be down: the token then expires
  } finally {
    endSession()
  }
}

/** A session was refused for good: says why, and remembers where the person was. */
export const endRefusedSession = (error: ApiError): void => {
  rememberOrigin()
  const isBlocked = error.code === 'account_blocked'
  if (!isBlocked) storeNews('Your session has ended. Please log in again.')
  endSession(isBlocked ? publicTexts.account_blocked : undefined)
}

let renewing: Promise<StoredToken | null> | null = null

const renew = async (used: string): Promise<StoredToken | null> => {
  const present = readToken()
  if (present === null) return null
  if (present.token !== used) return present // another tab was faster
  const { method, path } = sessionCalls.refresh
  try {
    const answer = await send({ method, url: `/api${path}`, token: present.token })
    return storeToken(answer as Output<typeof refreshSession>)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      endRefusedSession(error)
      return null
    }
    throw error
  }
}

/**
 * Exchanges a refused token for a new one: once for all requests of this tab, and in one tab at a time, because a refresh
 * rotates the token. Null: the session is over, and the login page is loading. Throws if the server is down.
 */
export const renewToken = (used: string): Promise<StoredToken | null> => {
  renewing ??= oneTabAtATime(() => renew(used)).finally(() => {
    renewing = null
  })
  return renewing
}

/** Locks exist in secure contexts only (https, localhost); elsewhere one request per tab is the best we can do. */
const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator && navigator.locks ? navigator.locks.request('galley-refresh', work) : work()

/** Remembers the page that a signed-out person wanted (docs/product/accounts.md "Protected pages"). */
export const rememberOrigin = (address: string = window.location.pathname + window.location.search): void => {
  if (address !== '/') sessionStorage.setItem(originKey, address)
}

/** The remembered page, once. Only addresses of this site count. */
export const takeOrigin = (): string | null => {
  const origin = sessionStorage.getItem(originKey)
  sessionStorage.removeItem(originKey)
  // A browser drops tabs and line breaks from an address, and takes `/\t/host` for `//host`.
  return origin !== null && /^\/(?![/\\])[^\t\r\n]*$/.test(origin) ? origin : null
}

/** What went wrong, for the login page to say (for instance 'Account was blocked'). */
export const readNotice = (): string | null => sessionStorage.getItem(noticeKey)

export const storeNotice = (text: string): void => sessionStorage.setItem(noticeKey, text)

/** What succeeded, for the login page to say. */
export const storeNews = (text: string): void => sessionStorage.setItem(newsKey, text)
export const readNews = (): string | null => sessionStorage.getItem(newsKey)

/** Notice and news are shown once. Dropped only once they are on the page: a render may be started twice before that. */
export const clearMessages = (): void => {
  sessionStorage.removeItem(noticeKey)
  sessionStorage.removeItem(newsKey)
}

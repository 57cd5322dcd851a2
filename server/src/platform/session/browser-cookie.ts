import { cookieHeader, readCookie } from './cookies.ts'
import { hashSecret, makeSecret } from './links.ts'

/** A secret known to one browser. It ties a redirect from a provider to the browser that started it. It is not a session. */
export type BrowserSecret = { readonly hash: Buffer; readonly header: string }

const name = 'galley-sign-in'

const secretIn = (publicUrl: string, cookies: string | null): string | null => {
  const found = readCookie(publicUrl, cookies, { name })
  return found && /^[\w-]{43}$/.test(found) ? found : null
}

/** The hash of this browser's secret, or null. */
export const findBrowserHash = (publicUrl: string, cookies: string | null): Buffer | null => {
  const secret = secretIn(publicUrl, cookies)
  return secret === null ? null : hashSecret(secret)
}

/**
 * This browser's secret, or a new one. Two tabs share it, so that both can finish. `header` is the Set-Cookie header. SameSite=Lax: it is
 * sent when a provider redirects the browser back, but not with another site's forms or subresources.
 */
export const keepBrowserSecret = (
  publicUrl: string,
  cookies: string | null,
  minutes: number,
): BrowserSecret => {
  const value = secretIn(publicUrl, cookies) ?? makeSecret()
  const header = cookieHeader(publicUrl, { name, value, sameSite: 'Lax', seconds: minutes * 60 })
  return { hash: hashSecret(value), header }
}

import { hashSecret, makeSecret } from './links.ts'

/** A secret that only one browser has: it binds what comes back by way of a stranger to the browser that began it. Holds no session. */
export type BrowserSecret = { readonly hash: Buffer; readonly header: string }

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** `__Host-`: no other page of the domain can plant one. It exists over TLS only. */
const nameAt = (publicUrl: string): string => `${isSecure(publicUrl) ? '__Host-' : ''}galley-sign-in`

const secretIn = (publicUrl: string, cookies: string | null): string | null => {
  const name = nameAt(publicUrl)
  const pairs = (cookies ?? '').split(';').map(pair => pair.trim().split('='))
  const found = pairs.find(([key]) => key === name)?.[1]
  return found && /^[\w-]{43}$/.test(found) ? found : null
}

/** What is kept of the secret that this browser has, or null. */
export const findBrowserHash = (publicUrl: string, cookies: string | null): Buffer | null => {
  const secret = secretIn(publicUrl, cookies)
  return secret === null ? null : hashSecret(secret)
}

/**
 * The secret of this browser, or a fresh one: two tabs share it, so that each can come back. `header` is the Set-Cookie that keeps it.
 * Lax: it comes along when a provider sends the browser back by a link, never with what another site posts or loads.
 */
export const keepBrowserSecret = (
  publicUrl: string,
  cookies: string | null,
  minutes: number,
): BrowserSecret => {
  const secret = secretIn(publicUrl, cookies) ?? makeSecret()
  const parts = [
    `${nameAt(publicUrl)}=${secret}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${minutes * 60}`,
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ]
  return { hash: hashSecret(secret), header: parts.join('; ') }
}

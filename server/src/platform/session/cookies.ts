const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** One of Galley's cookies. `path`: only requests below it carry the cookie; default: all. */
type CookiePlace = { readonly name: string; readonly path?: `/${string}` }

/** With the prefix `__Host-`, which needs TLS and the path `/`, no other host of the domain can set the cookie. */
const nameAt = (publicUrl: string, { name, path }: CookiePlace): string => {
  if (!isSecure(publicUrl)) return name
  return `${path === undefined ? '__Host-' : '__Secure-'}${name}`
}

/** The value of one of Galley's cookies in a Cookie header, or null. */
export const readCookie = (publicUrl: string, cookies: string | null, place: CookiePlace): string | null => {
  const own = nameAt(publicUrl, place)
  const pairs = (cookies ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key]) => key === own)?.[1] ?? null
}

/** The Set-Cookie header of one of Galley's cookies, which no script reads. Over TLS only, where the installation has it. */
export const cookieHeader = (
  publicUrl: string,
  cookie: CookiePlace & { value: string; sameSite: 'Lax' | 'Strict'; seconds: number },
): string =>
  [
    `${nameAt(publicUrl, cookie)}=${cookie.value}`,
    `Path=${cookie.path ?? '/'}`,
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    `Max-Age=${cookie.seconds}`,
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ].join('; ')

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** With the prefix `__Host-`, which needs TLS, no other host of the domain can set the cookie. */
const nameAt = (publicUrl: string, name: string): string => `${isSecure(publicUrl) ? '__Host-' : ''}${name}`

/** The value of one of Galley's cookies in a Cookie header, or null. */
export const readCookie = (publicUrl: string, cookies: string | null, name: string): string | null => {
  const own = nameAt(publicUrl, name)
  const pairs = (cookies ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key]) => key === own)?.[1] ?? null
}

/** The Set-Cookie header of one of Galley's cookies, which no script reads. Over TLS only, where the installation has it. */
export const cookieHeader = (
  publicUrl: string,
  cookie: { name: string; value: string; sameSite: 'Lax' | 'Strict'; seconds: number },
): string =>
  [
    `${nameAt(publicUrl, cookie.name)}=${cookie.value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    `Max-Age=${cookie.seconds}`,
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ].join('; ')

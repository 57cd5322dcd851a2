type Allowed = {
  readonly scripts: readonly string[]
  readonly connections: readonly string[]
  readonly frames: readonly string[]
}

/** Where the script is the sandbox's, so are the pictures of posts. */
const isLocal = (scripts: readonly string[]): boolean =>
  scripts.some(origin => origin.startsWith('http://127.0.0.1:'))

/** The content security policy of a page on which somebody else's script runs too. */
export const policyWith = ({ scripts, connections, frames }: Allowed): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${isLocal(scripts) ? ' http://127.0.0.1:*' : ''}`,
    "font-src 'self' data:",
    `connect-src 'self' ${connections.join(' ')}`,
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

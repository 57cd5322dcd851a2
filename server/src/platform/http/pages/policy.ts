type Allowed = {
  readonly scripts: readonly string[]
  readonly connections: readonly string[]
  readonly frames: readonly string[]
}

/** The content security policy of a page on which somebody else's script runs too. */
export const policyWith = ({ scripts, connections, frames }: Allowed): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http://127.0.0.1:*",
    "font-src 'self' data:",
    `connect-src 'self' ${connections.join(' ')}`,
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ')

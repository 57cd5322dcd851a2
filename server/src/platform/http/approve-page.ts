import type { PageHeaders } from './files.ts'

const headers = {
  // Nothing from anywhere else: a picture at a network would tell it who decides when.
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The page of approval links asks nobody but Galley, and search engines leave it out (docs/decisions/0069-deciding-by-link.md). */
export const approvePageHeaders: PageHeaders = path => (/^\/approve\/?$/.test(path) ? headers : {})

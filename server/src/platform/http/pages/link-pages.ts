import type { PageHeaders } from './files.ts'
import { stylePolicy } from './policy.ts'

/** A page that opens by the secret in its address: no other site hears of it, and search engines leave it out. */
const behindLink = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

const linkPage = {
  ...behindLink,
  // Nothing from anywhere else: a picture at a network would tell it who decides when.
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    ...stylePolicy,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
}

/**
 * The pages of approval links and of proofs ask nobody but Galley (docs/decisions/0069-deciding-by-link.md, 0182). A report's page is one of the app and
 * keeps the app's policy (docs/product/reports.md "Reports").
 */
export const linkPageHeaders: PageHeaders = path => {
  if (/^\/(approve|proof)\/?$/.test(path)) return linkPage
  return /^\/report\/?$/.test(path) ? behindLink : {}
}

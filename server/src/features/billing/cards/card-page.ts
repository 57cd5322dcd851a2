import { type HostedFields, isCardPage } from '#domain/billing/hosted-fields.ts'
import type { PageHeaders } from '#server/platform/http/pages/files.ts'
import { policyWith } from '#server/platform/http/pages/policy.ts'

/** What Stripe's script says it needs besides its own origin. */
const STRIPE = { connect: ['https://api.stripe.com'], frames: ['https://hooks.stripe.com'] }

/** The pages with a card form allow the gateway's script and frames; all other pages allow none (docs/product/billing.md "Gateway’s own fields"). */
export const cardPageHeaders = (fields: HostedFields | null): PageHeaders => {
  if (!fields) return () => ({})
  const { origin, hostname } = new URL(fields.script)
  const more = hostname === 'js.stripe.com' ? STRIPE : { connect: [], frames: [] }
  const headers = {
    'content-security-policy': policyWith({
      scripts: [origin],
      connections: [origin, ...more.connect],
      frames: [origin, ...more.frames],
    }),
  }
  return path => (isCardPage(path) ? headers : {})
}

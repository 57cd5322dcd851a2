import { expect, it } from 'vitest'
import { cardPageHeaders } from './card-page.ts'

const policyOf = (script: string, path: string) =>
  cardPageHeaders({ script, key: 'pk_test_x' })(path)['content-security-policy'] ?? ''

it('Pages with a card form allow the gateway’s script and frames', () => {
  for (const path of ['/add-card', '/billing', '/billing/', '/create-agency/1']) {
    const policy = policyOf('https://js.stripe.com/v3/', path)
    expect(policy).toContain("script-src 'self' https://js.stripe.com;")
    expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com;')
    expect(policy).toContain("connect-src 'self' https://js.stripe.com https://api.stripe.com;")
    expect(policy).toContain("frame-ancestors 'none'")
  }
  expect(policyOf('http://127.0.0.1:4600/cards/v3.js', '/billing')).toContain(
    'frame-src http://127.0.0.1:4600;',
  )
})

it('No other page does, and none without a publishable key', () => {
  for (const path of ['/', '/3/calendar', '/billings', '/3/billing', '/approve'])
    expect(policyOf('https://js.stripe.com/v3/', path)).toBe('')
  expect(cardPageHeaders(null)('/billing')).toEqual({})
})

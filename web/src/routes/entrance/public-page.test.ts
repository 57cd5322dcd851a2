import { afterEach, expect, test } from 'vitest'
import { publicPageOf } from './public-page.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

const pageOf = (address: string) => {
  window.history.replaceState(null, '', address)
  return publicPageOf(window.location.pathname, false)
}

test('a link with token and email sets a new password under either page name', () => {
  const setting = pageOf('/change-password?token=abc&email=ada%40studio.test')
  expect(setting).not.toBeNull()
  expect(pageOf('/reset-password?token=abc&email=ada%40studio.test')).toBe(setting)
  for (const address of ['/reset-password', '/reset-password?email=ada%40studio.test'])
    expect([null, setting]).not.toContain(pageOf(address))
})

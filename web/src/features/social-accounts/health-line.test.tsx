import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AccountWithHealth } from '#domain/social-accounts/model.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { buildOwnProject } from '../../../testing/build-project.ts'
import { HealthLine } from './health-line.tsx'

const show = (part: Partial<AccountWithHealth>) => {
  const account: AccountWithHealth = {
    id: 1,
    project_id: 3,
    social_network: 'linkedin',
    logo: null,
    name: 'Harbor',
    account_details: {},
    needs_reconnecting: false,
    health: 'works',
    reason: null,
    is_master: false,
    expires_at: '2027-01-20T10:00:00.000Z',
    connected_at: '2026-11-21T10:00:00.000Z',
    connected_by: null,
    last_checked_at: null,
    ...part,
  }
  render(
    <ShownProject value={buildOwnProject('agency-admin')}>
      <HealthLine account={account} />
    </ShownProject>,
    { wrapper: ThemeProvider },
  )
}

test('an account whose access will expire says when', () => {
  show({})
  expect(screen.getByText(/^Expires on/).textContent).toContain('20 Jan 2027')
})

test('an account whose access has expired says since when', () => {
  const ended = { expires_at: '2026-11-20T10:00:00.000Z', needs_reconnecting: true } as const
  show({ ...ended, health: 'needs_reconnecting', reason: 'expired' })
  expect(screen.getByText(/^Expired on/).textContent).toContain('20 Nov 2026')
})

test('an account whose access was revoked does not mention an expiry date', () => {
  show({ needs_reconnecting: true, health: 'needs_reconnecting', reason: 'refused' })
  expect(screen.getByText(/no longer accepts the access/)).toBeTruthy()
  expect(screen.queryByText(/Expire/)).toBeNull()
})

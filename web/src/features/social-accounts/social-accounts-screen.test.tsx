import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AccountWithHealth, NetworkConnection } from '#domain/social-accounts/model.ts'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { SocialAccountsScreen } from './social-accounts-screen.tsx'

const accountOf = (part: Partial<AccountWithHealth>): AccountWithHealth => ({
  id: 1,
  project_id: 3,
  social_network: 'facebook',
  logo: null,
  name: 'Harbor',
  account_details: {},
  needs_reconnecting: false,
  health: 'works',
  reason: null,
  is_master: false,
  expires_at: null,
  connected_at: '2026-11-21T10:00:00.000Z',
  connected_by: null,
  last_checked_at: new Date().toISOString(),
  ...part,
})
const connectionOf = (part: Partial<AccountWithHealth>): NetworkConnection => ({
  social_network: 'facebook',
  account: accountOf(part),
  posts_at_risk: 0,
})

/** The accounts page of a project whose Facebook account the server describes; `check` is what a check finds. */
const open = (part: Partial<AccountWithHealth>, check: object = {}) => {
  const sdk = { url: 'https://facebook.example', app_id: '1', version: 'v23.0', scopes: [], config_id: null }
  const answers: Record<string, object> = {
    'GET /projects/3/social-accounts': [connectionOf(part)],
    'GET /projects/3/social-accounts/connect-options': [
      { social_network: 'facebook', is_configured: true, way: 'browser', sdk, callback_url: null },
    ],
    'POST /projects/3/facebook/check': { connection: connectionOf(part), is_answered: true, ...check },
    'DELETE /projects/3/facebook': { posts_at_risk: 2 },
  }
  let isRemoved = false
  const answer = ({ method, path }: Call) => {
    // The list cannot be read again after a removal, so what the page shows then comes from the removal's own answer.
    if (isRemoved) return { status: 503, code: 'unavailable', message: 'Busy' }
    isRemoved = method === 'DELETE'
    const data = answers[`${method} ${path}`]
    return data ? { data } : null
  }
  return openScreen(() => <SocialAccountsScreen />, { answer })
}
const checkButton = () => screen.findByRole('button', { name: 'Check Facebook now' })

test('an account that was checked a moment ago is checked only at a click, and shows what was found', async () => {
  const revoked = connectionOf({ health: 'needs_reconnecting', reason: 'refused' })
  const { sent, user } = await open({}, { connection: revoked })
  const button = await checkButton()
  expect(screen.getByText('Works')).toBeTruthy()
  expect(sent('POST')).toEqual([])
  await user.click(button)
  expect(await screen.findByText('Facebook needs reconnecting')).toBeTruthy()
  expect(screen.getByText('Needs reconnecting')).toBeTruthy()
  expect(screen.queryByText('Works')).toBeNull()
})

test('an account that was last checked an hour ago is checked as the page opens, without a message', async () => {
  const { sent } = await open({ last_checked_at: new Date(Date.now() - 3_600_000).toISOString() })
  await checkButton()
  await waitFor(() => expect(sent('POST').map(({ path }) => path)).toEqual(['/projects/3/facebook/check']))
  expect(screen.queryByText('Facebook works')).toBeNull()
})

test('a network that gives no answer is named', async () => {
  const { user } = await open({}, { is_answered: false })
  await user.click(await checkButton())
  expect(await screen.findByText('Facebook did not answer. Try again in a few minutes.')).toBeTruthy()
})

test('a removed account is gone from the list at once, with the posts at risk', async () => {
  const { user } = await open({})
  await user.click(await screen.findByRole('button', { name: 'Remove Facebook' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Changes saved')).toBeTruthy()
  expect(await screen.findByText('Not connected')).toBeTruthy()
  expect(screen.getByText('2 posts at risk')).toBeTruthy()
})

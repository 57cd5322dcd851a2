import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import type { InstallationStatus } from '#domain/status/contract.ts'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { StatusScreen } from './status-screen.tsx'

const now = new Date('2026-06-01T08:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const none = { count: 0, since: null }

const calm: InstallationStatus = {
  version: '1.2.3',
  read_at: now.toISOString(),
  networks: socialNetworks.map(social_network => ({
    social_network,
    due: none,
    unknown: 0,
    live: 4,
    failed: 0,
    limited: 0,
    limited_until: null,
    accounts_to_reconnect: 0,
    figures: none,
  })),
  queues: [],
  mails: none,
  failed_mails: { count: 0, latest: [] },
  holds: 0,
  backups: null,
  disks: [{ holds: 'data', free_bytes: 20e9, total_bytes: 100e9, is_full: false }],
}

const open = (status: InstallationStatus) => {
  let shown = status
  const answer = ({ method, path }: Call) => {
    if (method === 'GET' && path === '/status') return { data: shown }
    if (method !== 'POST' || path !== '/status/mails/7/retry') return null
    shown = { ...status, failed_mails: { count: 0, latest: [] } }
    return { data: {} }
  }
  return openScreen(() => <StatusScreen />, { answer })
}

test('An installation without a problem says so in one line', async () => {
  await open(calm)
  expect(await screen.findByText('Everything works.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull()
  expect(screen.getByText('Nothing to do.')).toBeTruthy()
  expect(screen.getByText('No backups are made by Galley.')).toBeTruthy()
  expect(screen.getByText('1.2.3')).toBeTruthy()
})

test('What should have gone out stands on top, with what to do, and in its network’s row', async () => {
  const networks = calm.networks.map(network =>
    network.social_network === 'linkedin'
      ? { ...network, due: { count: 3, since: minutesAgo(90) }, limited_until: minutesAgo(-30) }
      : network,
  )
  await open({ ...calm, networks })
  const problems = within(await screen.findByRole('list', { name: 'Needs attention' }))
  expect(problems.getByText('3 posts to LinkedIn should have gone out.')).toBeTruthy()
  expect(problems.getByText(/Is a worker running\?/)).toBeTruthy()
  const row = within(screen.getByRole('row', { name: /LinkedIn/ }))
  expect(row.getByText('1.5 h')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Facebook/ })).getByText('not limited')).toBeTruthy()
})

test('A mail that was given up is sent again, and leaves the page', async () => {
  const mail = {
    id: 7,
    agency_name: 'Bluebird',
    recipient: 'emil@harbor.example',
    subject: 'Approve a post',
    reason: '550 no such user',
    failed_at: minutesAgo(5),
  }
  const world = await open({ ...calm, failed_mails: { count: 1, latest: [mail] } })
  await world.user.click(
    await screen.findByRole('button', { name: 'Retry: Approve a post, to emil@harbor.example' }),
  )
  await waitFor(() => expect(screen.queryByText('Mails that could not be delivered')).toBeNull())
  expect(world.sent('POST')).toHaveLength(1)
  expect(screen.getByText('Everything works.')).toBeTruthy()
})

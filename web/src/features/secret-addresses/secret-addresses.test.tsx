import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SecretAddress } from '#domain/secret-addresses/model.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { AgencySecretAddresses, OwnSecretAddresses } from './secret-addresses.tsx'

const link: SecretAddress = {
  kind: 'report_link',
  id: 7,
  project: { id: 1, name: 'Harbor Coffee' },
  subject: 'Report of 2026-05-01 to 2026-05-31',
  made_by: 'Ada Moreau',
  created_at: '2026-06-01T08:00:00.000Z',
  expires_at: '2026-08-30T08:00:00.000Z',
  holder: { kind: 'recipient', name: 'Emil Park', email: 'emil@client.example' },
  opened_at: '2026-06-02T08:00:00.000Z',
}
const feed: SecretAddress = {
  ...link,
  kind: 'calendar_feed',
  id: 8,
  subject: 'Ada Moreau',
  expires_at: null,
  holder: null,
  opened_at: null,
}

const open = (agencyId: number | null) => {
  const path = agencyId === null ? '/secret-addresses' : `/agencies/${agencyId}/secret-addresses`
  let left = [link, feed]
  const shown = agencyId === null ? <OwnSecretAddresses /> : <AgencySecretAddresses agencyId={agencyId} />
  return openScreen(() => shown, {
    answer: asked => {
      if (asked.path !== path) return null
      if (asked.method === 'GET') return { data: left }
      const { addresses } = asked.body as { addresses: 'all' | { id: number }[] }
      left = addresses === 'all' ? [] : left.filter(({ id }) => addresses.every(one => one.id !== id))
      return { data: { revoked: 1 } }
    },
  })
}

test.each([1, null])('one secret address is revoked after a question, of agency %s', async agencyId => {
  const page = await open(agencyId)
  const name =
    'Revoke: Link to a report, Report of 2026-05-01 to 2026-05-31, for Emil Park (emil@client.example)'
  expect((await screen.findByText(/last opened/)).textContent).toMatch(
    /mailed by Ada Moreau .*2026.* · last opened .*2026.* · until/,
  )
  await page.user.click(await screen.findByRole('button', { name }))
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(page.sent('DELETE')).toEqual([])
  await page.user.click(screen.getByRole('button', { name }))
  await page.user.click(await screen.findByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Link to a report revoked')).toBeTruthy()
  expect(page.sent('DELETE').map(({ body }) => body)).toEqual([
    { addresses: [{ kind: 'report_link', id: 7 }] },
  ])
  await waitFor(() => expect(screen.queryByText(/^Link to a report:/)).toBeNull())
  expect(screen.getByText(/^Calendar feed:/)).toBeTruthy()
})

test('all secret addresses are revoked after a question', async () => {
  const page = await open(1)
  await page.user.click(await screen.findByRole('button', { name: 'Revoke all' }))
  expect(await screen.findByText('Revoke all 2 addresses?')).toBeTruthy()
  expect(page.sent('DELETE')).toEqual([])
  const dialog = within(screen.getByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Revoke all' }))
  await waitFor(() => expect(page.sent('DELETE').map(({ body }) => body)).toEqual([{ addresses: 'all' }]))
  await waitFor(() => expect(screen.queryByText('Secret addresses')).toBeNull())
})

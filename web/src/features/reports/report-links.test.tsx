import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Report } from '#domain/reports/model.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { ReportLinks } from './report-links.tsx'

const side = {
  decisions: 0,
  median_minutes: null,
  p90_minutes: null,
  rounds_per_post: null,
  late: 0,
  overdue: 0,
}
const report: Report = {
  id: 7,
  from: '2026-05-01',
  to: '2026-05-31',
  networks: ['facebook'],
  sent_at: '2026-06-01T08:00:00.000Z',
  sent_to: [],
  updated_at: '2026-06-01T08:00:00.000Z',
  goal: '',
  reasons: '',
  version: 1,
  links: 0,
  active_links: [],
  language: 'en-US',
  is_scheduled: false,
  content: {
    agency_name: 'Bluebird',
    project_name: 'Harbor',
    timezone: 'Europe/Berlin',
    networks: [],
    suggestions: [],
    posts: [],
    approvals: { client: side, agency: side, coming: [], not_out: [] },
  },
}
const link = {
  id: 10,
  holder: { kind: 'maker' as const },
  made_by: 'Ada Dale',
  created_at: '2026-06-01T08:00:00.000Z',
  expires_at: '2026-08-30T08:00:00.000Z',
  opened_at: null,
}
const path = '/projects/3/reports/7/link'
const openLinks = (active_links: Report['active_links']) =>
  openScreen(() => <ReportLinks report={{ ...report, links: active_links.length, active_links }} />, {
    answer: ({ path: asked, method }) =>
      asked.startsWith(path) && method === 'DELETE' ? { data: { revoked: 1 } } : null,
  })

test('all links of a report are revoked only when the writer is sure', async () => {
  const page = await openLinks([link])
  for (const answer of ['Cancel', 'Revoke all']) {
    await page.user.click(await screen.findByRole('button', { name: 'Revoke all links' }))
    expect(page.sent('DELETE')).toEqual([])
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke all links?' }))
    await page.user.click(dialog.getByRole('button', { name: answer }))
  }
  await waitFor(() => expect(page.sent('DELETE')).toHaveLength(1))
})

test('each link to a report says whose it is and when it was last opened, and is revoked alone after a question', async () => {
  const active_links: Report['active_links'] = [
    {
      ...link,
      id: 11,
      holder: { kind: 'recipient', name: 'Eve Park', email: 'eve@example.com' },
      opened_at: '2026-06-02T08:00:00.000Z',
    },
    { ...link, id: 12, holder: { kind: 'recipient', name: '', email: 'ceo@client.example' } },
    { ...link, id: 13, holder: { kind: 'maker' } },
    { ...link, id: 14, holder: { kind: 'several' } },
  ]
  const page = await openLinks(active_links)
  const list = within(await screen.findByRole('list', { name: 'Links that work' }))
  expect(list.getAllByRole('listitem').map(row => row.textContent?.replace(/Revoke$/, ''))).toEqual([
    expect.stringMatching(
      /^Link for Eve Park \(eve@example\.com\)Mailed .*2026 by Ada Dale · last opened .*2026 · until .*2026$/,
    ),
    expect.stringMatching(/^Link for ceo@client\.exampleMailed .* · not opened yet · until/),
    expect.stringMatching(/^Link copied by handMade .* by Ada Dale/),
    expect.stringMatching(/^Link for several peopleMade /),
  ])
  const name = 'Revoke the link for ceo@client.example'
  for (const answer of ['Cancel', 'Revoke']) {
    await page.user.click(screen.getByRole('button', { name }))
    expect(page.sent('DELETE')).toEqual([])
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this link?' }))
    await page.user.click(dialog.getByRole('button', { name: answer }))
  }
  await waitFor(() => expect(page.sent('DELETE').map(each => each.path)).toEqual([`${path}?link_id=12`]))
  expect(await screen.findByText('Link revoked')).toBeTruthy()
})

test('a revoked link is said to be revoked, also when a renewed report has taken its row away before the answer', async () => {
  const answered = Promise.withResolvers<void>()
  let show: (links: Report['active_links']) => void = () => undefined
  function Links() {
    const [active_links, setLinks] = useState<Report['active_links']>([link])
    show = setLinks
    return <ReportLinks report={{ ...report, links: active_links.length, active_links }} />
  }
  const page = await openScreen(Links, {
    answer: ({ method }) => (method === 'DELETE' ? { data: { revoked: 1 } } : null),
    isReady: ({ method }) => (method === 'DELETE' ? answered.promise : Promise.resolve()),
  })
  await page.user.click(await screen.findByRole('button', { name: /^Revoke the link/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this link?' }))
  await page.user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(page.sent('DELETE')).toHaveLength(1))
  act(() => show([]))
  answered.resolve()
  expect(await screen.findByText('Link revoked')).toBeTruthy()
})

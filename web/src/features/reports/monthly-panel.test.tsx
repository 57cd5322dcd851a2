import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAccount, buildProject } from '../../../testing/build-project.ts'
import { openScreen, person } from '../../../testing/fake-project-server.tsx'
import { MonthlyPanel } from './monthly-panel.tsx'
import type { MonthlyReport } from './reports-api.ts'

const project = buildProject('agency-admin', {
  timezone: 'Europe/Paris',
  socials: [buildAccount('facebook')],
  projectUsers: [
    person({ id: 53, name: 'Eve Park', email: 'eve@client.example', role: 'external-approver' }),
    person({ id: 51, name: 'Cleo Marsh', email: 'cleo@agency.example', role: 'content-creator' }),
    person({ id: 52, name: 'Ines Berg', email: 'ines@agency.example', role: 'internal-approver' }),
  ],
})
const running: MonthlyReport = {
  networks: ['facebook'],
  manager_id: 51,
  manager: 'Cleo Marsh',
  user_ids: [53],
  emails: ['ceo@client.example'],
  next_at: '2026-12-01T07:00:00.000Z',
}
const path = '/projects/3/report-schedule'
const openPanel = (schedule: MonthlyReport | null) =>
  openScreen(() => <MonthlyPanel />, {
    answer: request => {
      if (request.path === '/projects/3') return { data: project }
      if (request.path !== path) return null
      if (request.method === 'GET') return { data: schedule }
      return { data: request.method === 'POST' ? { ended_links: 2 } : {} }
    },
  })

test('monthly reports are set up for those who write reports, and for whom they are meant', async () => {
  const page = await openPanel(null)
  expect(await screen.findByText(/nothing is sent by itself/)).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Set up monthly reports' }))
  const dialog = await screen.findByRole('dialog', { name: 'Monthly reports' })
  const managers = await within(dialog).findByRole('combobox', { name: 'Reviewer' })
  expect([...managers.querySelectorAll('option')].map(({ text }) => text)).toEqual(['Cleo Marsh'])
  await page.user.click(within(dialog).getByRole('checkbox', { name: 'Eve Park' }))
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(page.sent('POST').at(-1)).toMatchObject({
      path,
      body: { networks: ['facebook'], manager_id: 51, user_ids: [53], emails: [] },
    }),
  )
  expect(await screen.findByText(/^Monthly reports saved/)).toBeTruthy()
})

test('the dialog says whose links end when they are taken off the list, and then how many did', async () => {
  const page = await openPanel(running)
  await page.user.click(await screen.findByRole('button', { name: 'Edit…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Monthly reports' }))
  const eve = await dialog.findByRole('checkbox', { name: 'Eve Park' })
  expect(dialog.queryByText(/stop working/)).toBeNull()
  await page.user.click(eve)
  const addresses = dialog.getByRole('textbox', { name: 'Other email addresses' })
  await page.user.clear(addresses)
  const told = () => dialog.getByRole('status').textContent
  expect(told()).toBe(
    'Removed: Eve Park and ceo@client.example. Links to reports of this project that were mailed to them stop working.',
  )
  // Chosen by address in place of the name, she stays.
  await page.user.type(addresses, 'eve@client.example')
  expect(told()).toMatch(/^Removed: ceo@client\.example\./)
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Monthly reports saved, 2 links ended')).toBeTruthy()
})

test('a running schedule says when, to whom and for whom, and is ended after a question', async () => {
  const page = await openPanel(running)
  const panel = within(await screen.findByRole('region', { name: 'Every month' }))
  expect(await panel.findByText(/for Cleo Marsh to review\. Recipients: 2 people\./)).toBeTruthy()
  expect(panel.getByText(/8:00 AM/)).toBeTruthy()
  await page.user.click(panel.getByRole('button', { name: 'End…' }))
  const question = await screen.findByRole('dialog', { name: 'End monthly reports?' })
  await page.user.click(within(question).getByRole('button', { name: 'End' }))
  await waitFor(() => expect(page.sent('DELETE').map(request => request.path)).toEqual([path]))
})

test('admins get the drafts of somebody who has left, and the page says so', async () => {
  await openPanel({ ...running, manager: null })
  expect(await screen.findByText(/for the admins of your agency to review/)).toBeTruthy()
  expect(screen.getByText(/no longer writes reports in this project/)).toBeTruthy()
})

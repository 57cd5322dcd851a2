import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ApprovalLedger } from '#domain/reports/contract.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { ApprovalTimesScreen } from './approval-times-screen.tsx'

const side = {
  decisions: 4,
  median_minutes: 120,
  p90_minutes: 330,
  rounds_per_post: 1.5,
  late: 1,
  overdue: 0,
}
const quick = { project_id: 1, project_name: 'Harbor Coffee', client: side, agency: side, missed: 0 }
const slow = {
  project_id: 2,
  project_name: 'Northwind',
  agency: side,
  missed: 3,
  client: { ...side, median_minutes: 6480, overdue: 2 },
}
const { overdue: _, ...times } = side
const ledger: ApprovalLedger = {
  clients: [quick, slow],
  people: [{ user_id: 7, name: 'Ida Somebody', ...times }],
}

test('admins see the slowest client first, with late decisions and posts missed, and their own people', async () => {
  await openScreen(() => <ApprovalTimesScreen agencyId={1} />, {
    answer: ({ path }) => (path.startsWith('/agencies/1/approval-ledger') ? { data: ledger } : null),
  })
  const table = await screen.findByRole('table', { name: 'Clients, slowest first' })
  const names = within(table)
    .getAllByRole('rowheader')
    .map(cell => cell.textContent)
  expect(names).toEqual(['Northwind', 'Harbor Coffee'])
  const [, first] = within(table).getAllByRole('row')
  expect(first?.textContent).toBe('NorthwindClient44.5 d5.5 h1.51, 2 waiting3')
  const people = screen.getByRole('table', { name: 'Agency team' })
  expect(within(people).getByRole('rowheader', { name: 'Ida Somebody' })).toBeTruthy()
})

test('another period asks for its own days', async () => {
  const page = await openScreen(() => <ApprovalTimesScreen agencyId={1} />, {
    answer: ({ path }) => (path.startsWith('/agencies/1/approval-ledger') ? { data: ledger } : null),
  })
  await screen.findByRole('table', { name: 'Clients, slowest first' })
  const before = page.sent('GET').length
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 90 days')
  await screen.findByRole('table', { name: 'Agency team' })
  expect(page.sent('GET').length).toBe(before + 1)
})

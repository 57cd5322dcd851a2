import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NetworkCosts as OfNetwork } from '#domain/agencies/network-costs-contract.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { NetworkCosts } from './network-costs.tsx'

const costs: OfNetwork = {
  network: 'twitter',
  budget: 20,
  is_reading_stopped: false,
  clients: [
    { project_id: 3, client: 'Harbor', written: 4.2, read: 1.105 },
    { project_id: 4, client: 'Bakery', written: 0.015, read: 0 },
  ],
}
const open = (given: readonly OfNetwork[]) =>
  openScreen(() => <NetworkCosts agencyId={1} />, {
    answer: ({ path }) => (path.startsWith('/agencies/1/network-costs') ? { data: given } : null),
  })

test('the costs of a network show each client, what all cost together and where reading stops', async () => {
  await open([costs])
  const table = await screen.findByRole('table', { name: 'Costs of Twitter' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map(row => row.textContent)).toEqual([
    'TwitterPostsReadingTotal',
    'Harbor$4.20$1.10$5.30',
    'Bakery$0.01$0.00$0.01',
    'All clients$4.21$1.10$5.32',
  ])
  expect(screen.getByText(/stops reading Twitter once your agency has cost \$20\.00/)).toBeTruthy()
})

test('a share that is used up is said, and another month can be chosen', async () => {
  const page = await open([{ ...costs, is_reading_stopped: true }])
  expect(await screen.findByText(/is used up: Galley reads nothing more of Twitter/)).toBeTruthy()
  await page.user.click(screen.getByRole('combobox', { name: 'Month' }))
  const choices = screen.getAllByRole('option', { hidden: true })
  expect(choices).toHaveLength(12)
  const [, last] = choices
  if (last) await page.user.click(last)
  await waitFor(() =>
    expect(page.sent('GET').some(({ path }) => /network-costs\?month=20\d\d-\d\d$/.test(path))).toBe(true),
  )
})

test('an agency without a network that charges sees no costs', async () => {
  await open([])
  expect(screen.queryByText('Network costs')).toBeNull()
})

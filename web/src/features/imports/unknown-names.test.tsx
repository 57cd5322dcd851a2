import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildImport } from '../../../testing/build-import.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { ImportScreen } from './import-screen.tsx'

test('A campaign that the project does not have is asked about, with the one that was probably meant', async () => {
  const shown = buildImport({
    campaigns: [
      { name: 'Sumer 2027', campaign: null },
      { name: 'Easter', campaign: null },
    ],
    campaign_names: ['Summer 2027', 'Winter'],
  })
  const { user, sent } = await openScreen(() => <ImportScreen importId={9} onImport={vi.fn()} />, {
    answer: ({ path }) => {
      if (path === '/projects/3/social-accounts') return { data: [] }
      return path === '/projects/3/imports/9' ? { data: shown } : null
    },
  })
  expect(await screen.findAllByText(/^Did you mean/)).toHaveLength(1)
  const field = await screen.findByRole('combobox', { name: 'Sumer 2027' })
  expect(screen.getByText('Did you mean “Summer 2027”?').id).toBe(field.getAttribute('aria-describedby'))
  await user.click(field)
  const choices = document.getElementById(field.getAttribute('aria-controls') ?? '') as HTMLElement
  await user.click(within(choices).getByRole('option', { name: 'Summer 2027', hidden: true }))
  const campaigns = [
    { name: 'Sumer 2027', campaign: 'Summer 2027' },
    { name: 'Easter', campaign: null },
  ]
  await waitFor(() => expect(sent('PUT').map(({ body }) => body)).toEqual([{ campaigns }]))
})

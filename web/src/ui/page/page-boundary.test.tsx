import { render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test, vi } from 'vitest'
import { PageBoundary } from './page-boundary.tsx'

test('a page whose code cannot be loaded says so and can be tried again', async () => {
  // React logs what a boundary has caught.
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Page = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(
    <PageBoundary>
      <Page />
    </PageBoundary>,
  )
  expect(screen.getByRole('status', { name: 'Content is loading...' })).toBeTruthy()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Galley could not be loaded. Check your connection and try again.')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  log.mockRestore()
})

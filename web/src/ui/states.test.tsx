import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Failed } from './states.tsx'
import { ThemeProvider } from './theme/provider.tsx'

test('a failed page says so and can be tried again', async () => {
  const onRetry = vi.fn()
  render(<Failed message="An error has occured Please try again!" onRetry={onRetry} />, {
    wrapper: ThemeProvider,
  })
  expect(screen.getByRole('alert').textContent).toContain('An error has occured Please try again!')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

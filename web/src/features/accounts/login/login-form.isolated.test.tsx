import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { LoginForm } from './login-form.tsx'

vi.mock('./blocked-toast.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

afterEach(() => sessionStorage.clear())

test('a blocked person reads it under the form if the toast cannot be loaded, and the form stays', async () => {
  sessionStorage.setItem('galley-notice', 'Account was blocked')
  render(<LoginForm prefill={null} onReady={vi.fn()} onSignedIn={vi.fn()} onSecondFactor={vi.fn()} />, {
    wrapper: ThemeProvider,
  })
  expect(await screen.findByText('Account was blocked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
})

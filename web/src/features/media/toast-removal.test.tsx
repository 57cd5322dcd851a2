import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { toastRemoval } from './toast-removal.ts'

it('Only a picture that was removed is said to have been removed, not one that was gone already', async () => {
  render(
    <ThemeProvider>
      <Toasts />
    </ThemeProvider>,
  )
  toastRemoval(false)
  expect(await screen.findByText('This attachment had been removed already')).toBeTruthy()
  expect(screen.queryByText('Attachment removed')).toBe(null)
  toastRemoval(true)
  expect(await screen.findByText('Attachment removed')).toBeTruthy()
})

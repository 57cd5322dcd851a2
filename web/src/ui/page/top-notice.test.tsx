import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ThemeProvider } from '../theme/provider.tsx'
import { TopNotice } from './top-notice.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  window.scrollY = 0
})

it('A notice stays as its title while it is out of sight, and leads back to all of it', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {
    window.scrollY = 0
    fireEvent.scroll(window)
  })
  render(
    <ThemeProvider>
      <TopNotice title="Publishing is held" color="yellow">
        Nothing waits yet.
      </TopNotice>
    </ThemeProvider>,
  )
  const notice = screen.getByRole('status')
  const place = vi.spyOn(notice, 'getBoundingClientRect')
  expect(screen.queryByRole('button')).toBeNull()
  place.mockReturnValue({ bottom: 60 } as DOMRect)
  window.scrollY = 70
  fireEvent.scroll(window)
  expect(screen.queryByRole('button')).toBeNull()
  place.mockReturnValue({ bottom: -900 } as DOMRect)
  fireEvent.scroll(window)
  await userEvent.click(screen.getByRole('button', { name: 'Publishing is held Show' }))
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  expect(document.activeElement).toBe(notice)
  expect(screen.queryByRole('button')).toBeNull()
})

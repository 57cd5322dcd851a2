import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, type ReactNode, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { theme } from '../theme/theme.ts'
import { usePopup } from './use-popup.ts'

// happy-dom has no layout, so everything would count as out of view and be hidden: `test` turns that off.
const Themed = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} env="test">
    {children}
  </MantineProvider>
)

const load = () => import('./popup-panel.tsx')
const Panel = lazy(() => load().then(module => ({ default: module.PopupPanel })))

function Menu({ fetch = load }: { fetch?: () => Promise<unknown> }) {
  const { button, panel } = usePopup(fetch)
  return (
    <>
      <button type="button" {...button}>
        Ada
      </button>
      <Suspense fallback={null}>
        {panel && (
          <Panel {...panel} label="User menu">
            <button type="button" onClick={() => panel.onChange(false)}>
              Sign Out
            </button>
          </Panel>
        )}
      </Suspense>
      <p>Elsewhere</p>
    </>
  )
}

const open = () => {
  render(<Menu />, { wrapper: Themed })
  return screen.getByRole('button', { name: 'Ada' })
}

test('the keyboard opens the panel and moves into it, and Escape returns to the button', async () => {
  const button = open()
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(button.getAttribute('aria-controls')).toBe(panel.id)
  expect(panel.getAttribute('aria-labelledby')).toBe(button.id)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sign Out'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('a panel opens and closes by its button, and closes on a click elsewhere', async () => {
  const button = open()
  await userEvent.click(button)
  await screen.findByRole('dialog')
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(button)
  await screen.findByRole('dialog')
  await userEvent.click(screen.getByText('Elsewhere'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('a panel opened by a script without a pointer returns the focus too', async () => {
  const button = open()
  button.focus()
  button.click()
  await screen.findByRole('dialog')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sign Out'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a panel that cannot be loaded opens nothing, and the next click tries again', async () => {
  const fetch = vi.fn<() => Promise<unknown>>(load).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(<Menu fetch={fetch} />, { wrapper: Themed })
  const button = screen.getByRole('button', { name: 'Ada' })
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button)
  await screen.findByRole('dialog')
})

test('a panel of a button in a dialog belongs to it: a press in the panel does not close the dialog', async () => {
  render(
    <div role="dialog" aria-label="27 Nov 2026">
      <Menu />
    </div>,
    { wrapper: Themed },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ada' }))
  const action = await screen.findByRole('button', { name: 'Sign Out' })
  expect(screen.getByRole('dialog', { name: '27 Nov 2026' }).contains(action)).toBe(true)
})

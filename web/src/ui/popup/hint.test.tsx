import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { theme } from '../theme/theme.ts'
import { Hint } from './hint.tsx'

// happy-dom has no layout, so everything would count as out of view and be hidden: `test` turns that off.
const Themed = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} env="test">
    {children}
  </MantineProvider>
)

const onFocus = vi.fn()
const open = () =>
  render(
    <>
      <Hint label="Nothing to send">
        <button type="button" onFocus={onFocus}>
          Send
        </button>
      </Hint>
      <button type="button">Next</button>
    </>,
    { wrapper: Themed },
  )

test('keyboard focus shows the hint, and Escape or moving on hides it', async () => {
  open()
  const button = screen.getByRole('button', { name: 'Send' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  await userEvent.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Nothing to send')
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByText('Nothing to send').id)
  expect(onFocus).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(document.activeElement).toBe(button)
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  await screen.findByRole('tooltip')
  await userEvent.tab()
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(button.hasAttribute('aria-describedby')).toBe(false)
})

test('a resting mouse shows the hint, touch never does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  open()
  const button = screen.getByRole('button', { name: 'Send' })
  fireEvent.pointerEnter(button, { pointerType: 'touch' })
  await pass(10_000)
  expect(screen.queryByRole('tooltip')).toBeNull()
  fireEvent.pointerLeave(button, { pointerType: 'touch' })
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  await pass(399)
  expect(screen.queryByRole('tooltip')).toBeNull()
  await pass(1)
  vi.useRealTimers()
  await screen.findByRole('tooltip')
  await userEvent.unhover(button)
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

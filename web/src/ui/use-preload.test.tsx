import { fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePreload } from './use-preload.ts'

const load = vi.fn(async () => undefined)
const loads = [load]
function Page() {
  usePreload(loads)
  return (
    <main tabIndex={-1}>
      <button type="button">Save</button>
    </main>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  load.mockClear()
})
afterEach(() => vi.useRealTimers())

const pointerMove = (by: number) =>
  Object.assign(new MouseEvent('pointermove', { bubbles: true }), { movementX: by, movementY: 0 })

it('loads when the pointer is moved, once', () => {
  render(<Page />)
  fireEvent(window, pointerMove(3))
  fireEvent(window, pointerMove(3))
  expect(load).toHaveBeenCalledOnce()
})

it('loads when somebody moves the focus to a button', () => {
  const { getByRole } = render(<Page />)
  fireEvent.focusIn(getByRole('button'))
  expect(load).toHaveBeenCalledOnce()
})

it('does not take a page that moves the focus for a person, nor a pointer that only rests on it', () => {
  const { getByRole } = render(<Page />)
  fireEvent.focusIn(getByRole('main'))
  fireEvent(window, pointerMove(0))
  expect(load).not.toHaveBeenCalled()
})

it('loads after five seconds for people who only look', () => {
  render(<Page />)
  vi.advanceTimersByTime(4999)
  expect(load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(load).toHaveBeenCalledOnce()
})

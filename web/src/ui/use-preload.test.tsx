import { fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePreload } from './use-preload.ts'

const load = vi.fn(async () => undefined)
const loads = [load]
function Page({ isForLookers = false }) {
  usePreload(loads, { isForLookers })
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

const withTouch = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(query => ({ matches: query === '(hover: none)' }) as MediaQueryList)

it('loads nothing for people with a pointer who only look', () => {
  render(<Page />)
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
})

it.each([
  ['on a touch screen, where the first sign is the press', true, false],
  ['where it may be needed although nobody stirs', false, true],
])('loads after five seconds %s', (_where, isTouch, isForLookers) => {
  const touch = isTouch && withTouch()
  render(<Page isForLookers={isForLookers} />)
  vi.advanceTimersByTime(4999)
  expect(load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(load).toHaveBeenCalledOnce()
  if (touch) touch.mockRestore()
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShownMedia } from '#web/features/media/shown-media.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { MediaStrip } from './media-strip.tsx'
import { moved } from './use-media-editing.ts'

const photo = (name: string): ShownMedia => ({
  key: name,
  kind: 'image',
  name,
  alt: '',
  title: '',
  isAiContent: false,
  ratio: 1,
  poster: null,
  small: name,
  medium: name,
  original: name,
})
const onOpen = vi.fn()

function Strip() {
  const [media, setMedia] = useState<readonly ShownMedia[]>(['a', 'b', 'c'].map(photo))
  return (
    <MediaStrip
      media={media}
      onOpen={onOpen}
      onRemove={vi.fn()}
      onMove={(from, to) => setMedia(before => moved(before, from, to))}
    />
  )
}
const order = () =>
  screen
    .getAllByRole('button', { name: /^Edit/ })
    .map(each => each.getAttribute('aria-label')?.slice(-1))
    .join('')
const item = (name: string) => screen.getByRole('button', { name: `Edit ${name}` })

beforeEach(() => {
  vi.useFakeTimers()
  onOpen.mockReset()
  render(<Strip />, { wrapper: ThemeProvider })
  // Happy-dom has no layout: here an item is 100 px wide.
  document.elementFromPoint = x => document.querySelector(`[data-position="${Math.floor(x / 100)}"]`)
})
afterEach(() => vi.useRealTimers())

const at = (x: number, pointerType: string) => ({
  clientX: x,
  clientY: 10,
  pointerType,
  button: 0,
  isPrimary: true,
  bubbles: true,
})
const press = (name: string, x: number, pointerType = 'mouse') =>
  act(() => void item(name).dispatchEvent(new PointerEvent('pointerdown', at(x, pointerType))))
const send = (type: 'pointermove' | 'pointerup', x: number, pointerType = 'mouse') =>
  act(() => void window.dispatchEvent(new PointerEvent(type, at(x, pointerType))))

describe('The files of a post', () => {
  it('are put in order by dragging, which opens none of them', () => {
    press('a', 50)
    send('pointermove', 250)
    expect(order()).toBe('bca')
    send('pointerup', 250)
    fireEvent.click(item('a'), { detail: 1 })
    expect(order()).toBe('bca')
    expect(onOpen).not.toHaveBeenCalled()
    expect(screen.getByRole('status').textContent).toBe('a is now 3 of 3')
  })

  it('are opened by a click, even of an unsteady hand', () => {
    press('b', 150)
    send('pointermove', 153)
    send('pointerup', 153)
    fireEvent.click(item('b'), { detail: 1 })
    expect(onOpen).toHaveBeenCalledWith(1)
  })

  it('are dragged by a finger that rested on one, while a quick one scrolls', () => {
    press('a', 50, 'touch')
    send('pointermove', 150, 'touch')
    send('pointerup', 150, 'touch')
    expect(order()).toBe('abc')
    press('a', 50, 'touch')
    act(() => vi.advanceTimersByTime(250))
    send('pointermove', 150, 'touch')
    send('pointerup', 150, 'touch')
    expect(order()).toBe('bac')
  })

  it('stay where they were after Escape', () => {
    press('a', 50)
    send('pointermove', 250)
    fireEvent.keyDown(window, { key: 'Escape' })
    send('pointerup', 250)
    expect(order()).toBe('abc')
  })

  it('are moved by Alt and an arrow key, which keeps the focus, and not beyond the end', () => {
    item('a').focus()
    fireEvent.keyDown(item('a'), { key: 'ArrowLeft', altKey: true })
    fireEvent.keyDown(item('a'), { key: 'ArrowRight' })
    expect(order()).toBe('abc')
    fireEvent.keyDown(item('a'), { key: 'ArrowRight', altKey: true })
    expect(order()).toBe('bac')
    expect(document.activeElement).toBe(item('a'))
  })
})

it('a single picture that is shown large has its tools over it, and not itself a second time', async () => {
  cleanup()
  const onRemove = vi.fn()
  render(
    <ThemeProvider>
      <MediaStrip isOverPicture media={[photo('a')]} onOpen={onOpen} onRemove={onRemove} onMove={vi.fn()} />
    </ThemeProvider>,
  )
  expect(screen.queryByRole('img')).toBeNull()
  expect(item('a').textContent).toBe('Edit')
  fireEvent.click(screen.getByRole('button', { name: 'Remove a' }))
  expect(onRemove).toHaveBeenCalledWith(0)
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchPresses } from './drag.ts'

const today = '2026-11-20'
/** Happy-dom has no layout: here a day is 100 px wide, below what stays at the top of the window. */
const days = ['2026-11-19', '2026-11-20', '2026-11-21']

const onDrop = vi.fn()
const onUnschedule = vi.fn()
const onRefused = vi.fn()
let frame: HTMLElement
let card: HTMLElement
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  frame = document.createElement('div')
  for (const [index, date] of days.entries()) {
    const cell = document.createElement('div')
    cell.setAttribute('role', 'cell')
    cell.dataset.date = date
    cell.getBoundingClientRect = () => new DOMRect(index * 100, 200, 100, 400)
    frame.append(cell)
  }
  card = document.createElement('div')
  card.dataset.entry = '7'
  card.append(document.createElement('button'))
  frame.children[1]?.append(card)
  document.body.append(frame)
  Element.prototype.animate = vi.fn(() => ({}) as Animation)
  stop = watchPresses(frame, {
    countOf: () => 1,
    liftBlock: id => (id === '7' ? null : 'It is live.'),
    dropBlock: (_id, day) => (day >= today ? null : 'That day is past.'),
    onDrop,
    onUnschedule,
    onRefused,
  })
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
  onDrop.mockReset()
  onUnschedule.mockReset()
  onRefused.mockReset()
  vi.useRealTimers()
})

const point = (type: string, x: number, pointerType: string, target: EventTarget = window) =>
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      isPrimary: true,
      pointerId: 1,
      button: 0,
      clientX: x,
      clientY: 300,
      pointerType,
    }),
  )
const press = (x: number, pointerType: string, on: Element = card) => point('pointerdown', x, pointerType, on)
const dragTo = (x: number, pointerType: string) => {
  point('pointermove', x, pointerType)
  point('pointerup', x, pointerType)
}

describe('a card under the mouse', () => {
  it('is moved to the day it is dropped on', () => {
    press(150, 'mouse')
    dragTo(250, 'mouse')
    expect(onDrop.mock.calls).toEqual([['7', '2026-11-21']])
  })

  it('is taken off the calendar in the drawer beside the days', () => {
    const drawer = document.createElement('aside')
    drawer.dataset.unscheduled = ''
    drawer.getBoundingClientRect = () => new DOMRect(400, 200, 100, 400)
    document.body.append(drawer)
    press(150, 'mouse')
    dragTo(450, 'mouse')
    expect(onUnschedule.mock.calls).toEqual([['7']])
    expect(onDrop).not.toHaveBeenCalled()
  })

  it('stays where it is unless it is dragged by more than 30 px', () => {
    press(180, 'mouse')
    dragTo(210, 'mouse')
    expect(onDrop).not.toHaveBeenCalled()
    press(180, 'mouse')
    dragTo(211, 'mouse')
    expect(onDrop).toHaveBeenCalledOnce()
  })

  it('goes back from a day that is past', () => {
    press(150, 'mouse')
    dragTo(50, 'mouse')
    expect(onDrop).not.toHaveBeenCalled()
  })

  it('goes back when Escape is pressed, and the release opens nothing', () => {
    const onClick = vi.fn()
    frame.addEventListener('click', onClick)
    press(150, 'mouse')
    point('pointermove', 250, 'mouse')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
    point('pointerup', 250, 'mouse')
    card.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
    expect(onDrop).not.toHaveBeenCalled()
    expect(onClick).not.toHaveBeenCalled()
  })

  it('stays where it is if it cannot be moved, or if the press is on one of its buttons', () => {
    press(150, 'mouse', card.firstElementChild ?? card)
    dragTo(250, 'mouse')
    card.dataset.entry = '8'
    press(150, 'mouse')
    dragTo(250, 'mouse')
    expect(onDrop).not.toHaveBeenCalled()
  })
})

describe('a card under a finger', () => {
  it('is moved after a long press of 200 ms', () => {
    press(150, 'touch')
    vi.advanceTimersByTime(200)
    dragTo(250, 'touch')
    expect(onDrop.mock.calls).toEqual([['7', '2026-11-21']])
  })

  it('lets the page scroll if the finger moves earlier', () => {
    press(150, 'touch')
    vi.advanceTimersByTime(199)
    dragTo(250, 'touch')
    vi.advanceTimersByTime(200)
    dragTo(250, 'touch')
    expect(onDrop).not.toHaveBeenCalled()
  })

  it('stays where it is after a long press without a way of more than 30 px', () => {
    press(180, 'touch')
    vi.advanceTimersByTime(300)
    dragTo(205, 'touch')
    expect(onDrop).not.toHaveBeenCalled()
  })
})

describe('a refused drag says why', () => {
  it('on a card that cannot be moved', () => {
    card.dataset.entry = '8'
    press(150, 'mouse')
    point('pointermove', 190, 'mouse')
    expect(onRefused.mock.calls).toEqual([['It is live.']])
    point('pointerup', 250, 'mouse')
    expect(onDrop).not.toHaveBeenCalled()
  })

  it('over a day that does not take the card, and again when it is dropped there', async () => {
    press(150, 'mouse')
    point('pointermove', 50, 'mouse')
    await vi.advanceTimersByTimeAsync(50)
    expect(document.body.textContent).toBe('That day is past.')
    point('pointerup', 50, 'mouse')
    expect(onRefused.mock.calls).toEqual([['That day is past.']])
    expect(onDrop).not.toHaveBeenCalled()
  })
})
